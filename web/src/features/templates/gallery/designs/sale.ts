import { band, button, column, coupon, type DesignLook, eyebrow, heading, hello, quiet, row, text } from '../parts.ts'

export function sale(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary, align: 'center' } as const
  return [
    band(
      [
        column([
          eyebrow(say('eyebrow'), colors.onPrimary, { align: 'center' }),
          heading(say('title'), 1, { ...onBand, size: 56, padding: '8px 25px' }),
          text(say('lead'), { ...onBand, size: 18 }),
        ]),
      ],
      '44px 24px',
    ),
    row([column([hello(look), text(say('intro'))])], '24px 12px 0'),
    coupon(look, say('shared.code'), 'SAVE20', say('until')),
    row(
      [column([button(say('button'), 'center'), quiet(look, say('terms'), { align: 'center', size: 13 })])],
      '8px 12px 28px',
    ),
  ]
}
