import { band, bandButton, column, divider, type DesignLook, heading, hello, quiet, row, step, text } from '../parts.ts'

export function welcome(look: DesignLook) {
  const { say, colors } = look
  const onBand = { color: colors.onPrimary }
  return [
    band([column([heading(say('title'), 1, onBand), text(say('intro'), onBand), bandButton(look, say('button'))])]),
    row(
      [column([hello(look), text(say('thanks')), heading(say('steps'), 2, { padding: '18px 25px 4px' })])],
      '24px 12px 0',
    ),
    step(look, 1, say('oneTitle'), say('one')),
    step(look, 2, say('twoTitle'), say('two')),
    step(look, 3, say('threeTitle'), say('three')),
    row([column([divider(), quiet(look, say('shared.questions'))])], '8px 12px 20px'),
  ]
}
