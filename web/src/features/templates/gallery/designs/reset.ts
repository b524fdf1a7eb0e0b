import { button, column, type DesignLook, divider, heading, hello, panel, quiet, row, text } from '../parts.ts'

export function reset(look: DesignLook) {
  const { say } = look
  return [
    row(
      [
        column([
          heading(say('title'), 1),
          hello(look),
          text(say('intro')),
          button(say('button'), 'left', '{{ reset_url }}'),
          quiet(look, say('expires')),
        ]),
      ],
      '28px 12px 4px',
    ),
    row(
      [
        panel(look, [
          text(`<strong>${say('notYouTitle')}</strong>`, { padding: '4px 20px' }),
          text(say('notYou'), { padding: '0 20px 4px', size: 15 }),
        ]),
      ],
      '8px 36px',
    ),
    row([column([divider(), quiet(look, say('never'))])], '8px 12px 20px'),
  ]
}
