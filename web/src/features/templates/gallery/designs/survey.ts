import {
  sideBySide,
  column,
  type DesignLook,
  divider,
  heading,
  hello,
  link,
  quiet,
  row,
  softButton,
  text,
} from '../parts.ts'

const ANSWERS = [1, 2, 3, 4, 5] as const

export function surveyDesign(look: DesignLook) {
  const { say } = look
  const answer = (number: number) =>
    column(
      [softButton(look, String(number), 'padding="0 4px" inner-padding="14px 0" width="100%" font-size="20px"')],
      'width="20%"',
    )
  return [
    row(
      [
        column([
          heading(say('title'), 1),
          hello(look),
          text(say('intro')),
          heading(say('question'), 2, { align: 'center', padding: '20px 25px 8px' }),
        ]),
      ],
      '28px 12px 0',
    ),
    sideBySide(ANSWERS.map(answer), '4px 24px'),
    sideBySide(
      [
        column([quiet(look, say('least'), { padding: '0 8px 12px 25px' })]),
        column([quiet(look, say('most'), { align: 'right', padding: '0 25px 12px 8px' })]),
      ],
      '0 12px',
    ),
    row(
      [column([divider(), text(`${say('more')} ${link(look, say('moreLink'))}`), quiet(look, say('privacy'))])],
      '4px 12px 24px',
    ),
  ]
}
