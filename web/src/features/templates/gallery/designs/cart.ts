import {
  sideBySide,
  button,
  column,
  type DesignLook,
  divider,
  heading,
  hello,
  panel,
  quiet,
  row,
  text,
} from '../parts.ts'

export function cart(look: DesignLook) {
  const { say, colors } = look
  const number = {
    align: 'center',
    size: 20,
    weight: 700,
    color: colors.accent,
    dark: 'accent',
    padding: '6px 0',
  } as const
  const item = sideBySide(
    [
      panel(look, [text('{{ item.quantity | default: 1 }}×', number)], 'width="18%"'),
      column([text('<strong>{{ item.name }}</strong>', { padding: '20px 8px 20px 16px' })], 'width="54%"'),
      column([text('{{ item.price }}', { align: 'right', padding: '20px 0' })], 'width="28%"'),
    ],
    '8px 36px',
  )
  return [
    row([column([heading(say('title'), 1), hello(look), text(say('intro'))])], '28px 12px 8px'),
    { ...item, each: 'items' },
    row(
      [column([button(say('button'), 'left', '{{ cart_url }}'), divider(), quiet(look, say('help'))])],
      '8px 12px 20px',
    ),
  ]
}
