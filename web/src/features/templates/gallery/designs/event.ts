import {
  band,
  sideBySide,
  button,
  column,
  type DesignLook,
  divider,
  eyebrow,
  heading,
  hello,
  line,
  quiet,
  row,
  text,
} from '../parts.ts'

export function event(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary }
  const tile = `background-color="${colors.primary}" border-radius="8px" padding="10px 0" width="24%"`
  const center = { align: 'center', color: colors.onPrimary, padding: '0' } as const
  return [
    band([
      column([
        eyebrow(say('eyebrow'), colors.onPrimary),
        heading(say('title'), 1, { ...onBand, size: 34 }),
        text(say('lead'), onBand),
      ]),
    ]),
    row([column([hello(look), text(say('intro'))])], '24px 12px 4px'),
    sideBySide(
      [
        column(
          [
            text(say('month'), { ...center, size: 14, weight: 600, dark: 'kept' }),
            text('<strong>14</strong>', { ...center, size: 32, dark: 'kept' }),
          ],
          tile,
        ),
        column(
          [heading(say('when'), 3, { padding: '8px 0 2px 20px' }), text(say('where'), { padding: '0 0 8px 20px' })],
          'width="76%"',
        ),
      ],
      '8px 36px',
    ),
    row([column([button(say('button')), divider(), heading(say('programme'), 2)])], '8px 12px 0'),
    line(say('one'), say('oneTime')),
    line(say('two'), say('twoTime')),
    line(say('three'), say('threeTime')),
    row([column([quiet(look, say('cannot'))])], '12px 12px 24px'),
  ]
}
