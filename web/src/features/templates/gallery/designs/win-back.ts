import { button, column, coupon, type DesignLook, divider, heading, hello, quiet, row, text } from '../parts.ts'

export function winBack(look: DesignLook) {
  const { say } = look
  const news = (title: string, words: string) =>
    column([heading(title, 3, { padding: '8px 25px 4px' }), text(words, { padding: '0 25px 8px' })])
  return [
    row(
      [
        column([
          heading(say('title'), 1, { size: 34 }),
          hello(look),
          text(say('intro')),
          divider(),
          heading(say('news'), 2),
        ]),
      ],
      '28px 12px 0',
    ),
    row([news(say('oneTitle'), say('one')), news(say('twoTitle'), say('two'))]),
    coupon(look, say('gift'), 'WELCOME10', say('until')),
    row([column([button(say('button'), 'center'), quiet(look, say('leave'), { align: 'center' })])], '8px 12px 28px'),
  ]
}
