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
])('%s', (source, text, urls) => {
  expect(read(source)).toEqual([text, urls])
})

test.each([
  // Nothing to follow: what the phone itself makes a link of, or an address inside of a word.
  'shop.example, www.shop.example, mail@shop.example, STOP to 12345, xhttps://shop.example',
  // Part of the address comes from a tag.
  'https://s.example/{% if vip %}vip{% endif %}',
  '{% if vip %}https://s.example/{% endif %}sale',
  // Only the template, or only the sender, knows the name.
  '{% assign page = "sale" %}https://s.example/{{ page }}',
  'https://s.example/?leave={{ unsubscribe_url }}',
  // An address that a field brings is not known while the text is written.
  '{{ link }}',
  '{{ unsubscribe_url }}',
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
})
