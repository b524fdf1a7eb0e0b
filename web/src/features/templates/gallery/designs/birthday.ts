import { band, button, column, coupon, type DesignLook, heading, quiet, row, text } from '../parts.ts'

export function birthday(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary, align: 'center' } as const
  return [
    band(
      [column([text('🎂', { ...onBand, size: 56 }), heading(say('title'), 1, { ...onBand, size: 34 }), text(say('lead'), { ...onBand, size: 18 })])],
      '40px 24px 44px',
    ),
    row([column([text(say('intro'), { align: 'center' })])], '28px 24px 0'),
    coupon(look, say('gift'), 'BIRTHDAY15', say('until')),
    row([column([button(say('button'), 'center'), quiet(look, say('signed'), { align: 'center' })])], '8px 12px 28px'),
  ]
}
