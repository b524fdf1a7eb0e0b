import {
  button,
  column,
  type DesignLook,
  divider,
  heading,
  hello,
  panel,
  quiet,
  row,
  softButton,
  text,
} from '../parts.ts'

export function rePermission(look: DesignLook) {
  const { say } = look
  const entry = { padding: '3px 20px' }
  return [
    row([column([heading(say('title'), 1, { size: 34 }), hello(look), text(say('intro'))])], '28px 12px 4px'),
    row(
      [
        panel(look, [
          text(`<strong>${say('getTitle')}</strong>`, entry),
          ...['getOne', 'getTwo', 'getThree'].map(key => text(`✓ ${say(key)}`, entry)),
        ]),
      ],
      '8px 36px',
    ),
    row(
      [
        column([
          button(say('yes'), 'left', '{{ preferences_url }}'),
          softButton(look, say('no'), 'align="left" padding="0 25px 16px"', '{{ unsubscribe_url }}'),
          divider(),
          quiet(look, say('silence')),
        ]),
      ],
      '8px 12px 24px',
    ),
  ]
}
