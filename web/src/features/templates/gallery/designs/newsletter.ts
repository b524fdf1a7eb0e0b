import {
  button,
  column,
  type DesignLook,
  divider,
  eyebrow,
  heading,
  hello,
  link,
  panel,
  picture,
  row,
  text,
} from '../parts.ts'

export function newsletter(look: DesignLook) {
  const { say, colors } = look
  const tile = (title: string, words: string) =>
    column([
      heading(title, 3, { padding: '10px 25px 4px' }),
      text(words, { padding: '0 25px 8px' }),
      text(link(look, say('more')), { padding: '0 25px 10px' }),
    ])
  return [
    row(
      [
        column([
          eyebrow(say('issue'), colors.accent, { dark: 'accent' }),
          heading(say('title'), 1),
          hello(look),
          text(say('intro')),
          divider(),
        ]),
      ],
      '28px 12px 8px',
    ),
    row([column([picture(), heading(say('storyTitle'), 2), text(say('story')), button(say('more'))])]),
    row([column([divider(), heading(say('short'), 2)])], '0 12px'),
    row([tile(say('oneTitle'), say('one')), tile(say('twoTitle'), say('two'))]),
    row(
      [
        panel(look, [
          text(`<strong>${say('tipTitle')}</strong>`, { padding: '4px 25px', color: colors.accent, dark: 'accent' }),
          text(say('tip'), { padding: '4px 25px' }),
        ]),
      ],
      '12px 36px 32px',
    ),
  ]
}
