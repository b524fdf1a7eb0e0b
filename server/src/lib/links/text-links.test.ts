import { expect, test } from 'vitest'
import { trackTextLinks } from './text-links.ts'

/** The text with its links as [0], [1], and where they lead. */
const read = (source: string, first = 0) => {
  const { text, links } = trackTextLinks(source, first)
  return [text.replace(/\{\{ notifly_link_(\d+) \}\}/g, '[$1]'), links.map(({ url }) => url)]
}

test.each([
  ['See https://shop.example/sale.', 'See [0].', ['https://shop.example/sale']],
  [
    '(http://a.example/x_(1)), https://b.example?q=1!',
    '([0]), [1]!',
    ['http://a.example/x_(1)', 'https://b.example?q=1'],
  ],
  ['सेल: https://shop.example/सेल।', 'सेल: [0]।', ['https://shop.example/सेल']],
  [
    'https://s.example/{{ code }}?n={{ name | default: "a b" }}, bye',
    '[0], bye',
    ['https://s.example/{{ code }}?n={{ name | default: "a b" }}'],
  ],
  [
    '{% if vip %}https://s.example/vip{% else %}https://s.example{% endif %}',
    '{% if vip %}[0]{% else %}[1]{% endif %}',
    ['https://s.example/vip', 'https://s.example'],
  ],
  [
    'www.shop.example, or shop.com/{{ code }}!',
    '[0], or [1]!',
    ['http://www.shop.example', 'http://shop.com/{{ code }}'],
  ],
  // A field may bring an address: the writer of the text sees it.
  [
    'Track it: {{ link | default: "https://s.example" }}. Bye',
    'Track it: [0]. Bye',
    ['{{ link | default: "https://s.example" }}'],
  ],
  ['{% if link %}{{ link }}{% endif %}', '{% if link %}[0]{% endif %}', ['{{ link }}']],
])('%s', (source, text, urls) => {
  expect(read(source)).toEqual([text, urls])
})

test.each([
  // An address inside of a word, or a person's own.
  'mail@shop.com, mail@www.shop.com, STOP to 12345, xhttps://shop.example, {{ shop }}.shop.com/x, www.{{ shop }}.com',
  // Names, degrees, figures, and forgotten spaces.
  'Booking.com has it, e.g. 3.5kg/day, back.in stock, today.Come/go, B.Com/b.com/M.Com, ref.no/date, 24/7, www.shop.com.Come',
  // Part of the address comes from a tag.
  'https://s.example/{% if vip %}vip{% endif %}',
  'https://s.{% if vip %}vip{% endif %}.example',
  '{% if vip %}https://s.example/{% endif %}sale',
  // Only the template, or only the sender, knows the name.
  '{% assign page = "sale" %}https://s.example/{{ page }}',
  'https://s.example/?leave={{ unsubscribe_url }}',
  '{{ unsubscribe_url }}',
  // What a field brings is part of a word, or made first.
  'Nr. {{ code }}/{{ page }} {{ first }}{{ last }} {{ link | append: code }}',
])('is left alone: %s', source => {
  expect(trackTextLinks(source)).toEqual({ text: source, links: [] })
})

test('numbers go on from the first, and end where a short link has no room', () => {
  expect(read('https://a.example https://b.example', 3)).toEqual([
    '[3] [4]',
    ['https://a.example', 'https://b.example'],
  ])
  const many = Array.from({ length: 18 }, (_, no) => `https://a.example/${no}`).join(' ')
  expect(trackTextLinks(many).links).toHaveLength(16)
  expect(trackTextLinks(many).text).toMatch(/\{\{ notifly_link_15 \}\} https:\/\/a\.example\/16 https/)
  // Fields leave their room to addresses.
  expect(trackTextLinks(`{{ link }} ${many}`).links.map(({ isField }) => isField ?? false)).not.toContain(true)
})
