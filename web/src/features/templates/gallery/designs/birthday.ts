import { band, button, column, coupon, type DesignLook, heading, quiet, row, text } from '../parts.ts'

export function birthday(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary, align: 'center' } as const
  return [
    band(
      [
        column([
          text(confetti(colors.onPrimary, colors.primary), { ...onBand, padding: '0 25px 12px' }),
          heading(say('title'), 1, { ...onBand, size: 34 }),
          text(say('lead'), { ...onBand, size: 18 }),
        ]),
      ],
      '40px 24px 44px',
    ),
    row([column([text(say('intro'), { align: 'center' })])], '28px 24px 0'),
    coupon(look, say('gift'), 'BIRTHDAY15', say('until')),
    row([column([button(say('button'), 'center'), quiet(look, say('signed'), { align: 'center' })])], '8px 12px 28px'),
  ]
}

/** Dots of a few sizes: a picture that needs no file. */
function confetti(color: string, behind: string): string {
  const dot = (size: number) =>
    `<span style="display: inline-block; width: ${size}px; height: ${size}px; line-height: ${size}px; margin: 0 5px; border-radius: ${size}px; vertical-align: middle; background-color: ${color}; color: ${behind}">&nbsp;</span>`
  return [8, 14, 22, 14, 8].map(dot).join('')
}
