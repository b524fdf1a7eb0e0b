import {
  button,
  column,
  type DesignLook,
  divider,
  eyebrow,
  heading,
  hello,
  line,
  panel,
  quiet,
  row,
  text,
} from '../parts.ts'

export function receipt(look: DesignLook) {
  const { say, colors } = look
  const fact = (label: string, value: string) => [
    quiet(look, label, { padding: '2px 20px', size: 13 }),
    text(`<strong>${value}</strong>`, { padding: '0 20px 2px' }),
  ]
  return [
    row(
      [
        column([
          eyebrow(say('eyebrow'), colors.accent, { dark: 'accent' }),
          heading(say('title'), 1),
          hello(look),
          text(say('intro')),
        ]),
      ],
      '28px 12px 8px',
    ),
    row(
      [panel(look, [...fact(say('number'), '{{ order_number }}'), ...fact(say('date'), '{{ order_date }}')])],
      '8px 36px 16px',
    ),
    { ...line('{{ item.quantity | default: 1 }} × {{ item.name }}', '{{ item.price }}'), each: 'items' },
    row([column([divider()])], '4px 12px 0'),
    line(`<strong>${say('total')}</strong>`, '<strong>{{ total }}</strong>', { size: 18 }),
    row(
      [column([button(say('button'), 'left', '{{ order_url }}'), quiet(look, say('shared.questions'))])],
      '12px 12px 24px',
    ),
  ]
}
