import {
  band,
  bandButton,
  button,
  column,
  type DesignLook,
  eyebrow,
  heading,
  hello,
  panel,
  picture,
  row,
  text,
} from '../parts.ts'

export function launch(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary, align: 'center' } as const
  const feature = (title: string, words: string) =>
    column([heading(title, 3, { padding: '12px 25px 4px' }), text(words, { padding: '0 25px 12px', size: 15 })])
  return [
    band(
      [
        column([
          eyebrow(say('eyebrow'), colors.onPrimary, { align: 'center' }),
          heading(say('title'), 1, { ...onBand, size: 36 }),
          text(say('lead'), { ...onBand, size: 18 }),
          bandButton(look, say('button'), 'center'),
        ]),
      ],
      '48px 24px 40px',
    ),
    row([column([picture(), hello(look), text(say('intro'))])], '24px 12px 4px'),
    row(
      [
        feature(say('oneTitle'), say('one')),
        feature(say('twoTitle'), say('two')),
        feature(say('threeTitle'), say('three')),
      ],
      '0 12px',
    ),
    row(
      [
        panel(look, [
          text(`<em>${say('quote')}</em>`),
          text(`<strong>${say('author')}</strong>`, { padding: '0 25px 8px', size: 14 }),
        ]),
      ],
      '12px 36px 8px',
    ),
    row([column([button(say('button'), 'center')])], '4px 12px 28px'),
  ]
}
