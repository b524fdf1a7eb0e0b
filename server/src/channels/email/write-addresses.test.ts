import { expect, test } from 'vitest'
import { compileTemplate, render } from '../../lib/liquid/compile.ts'
import { TOKEN_FIELD } from '../channel.ts'
import { freezeContent, writeAddresses } from './email.ts'

const PUBLIC_URL = 'https://notifly.example'
const FIELDS = {
  [TOKEN_FIELD]: 'TOKEN',
  unsubscribe_url: `${PUBLIC_URL}/u/TOKEN`,
  preferences_url: `${PUBLIC_URL}/u/TOKEN`,
  notifly_open: `${PUBLIC_URL}/t/o/TOKEN`,
  notifly_trap: `${PUBLIC_URL}/t/c/TOKEN.9999`,
  notifly_link_0: `${PUBLIC_URL}/t/c/TOKEN.0`,
  notifly_link_1: `${PUBLIC_URL}/t/c/TOKEN.1`,
  name: 'Ann',
}

test.each([
  ['plain links', '<body><a href="https://a.example/{{ name }}">x</a><a href="https://b.example">y</a></body>'],
  ['links without quotes', '<a href=https://a.example/x>x</a><a href="{{unsubscribe_url}}">leave</a>'],
  ['links inside of a condition', '{% if name %}<a href="https://a.example">x</a>{% else %}<b>y</b>{% endif %}'],
  ['an address with a filter', '<a href="{{ unsubscribe_url | append: "?x=1" }}">leave</a>'],
  ['an address that is shown', '<p>{{ preferences_url }} {{ unsubscribe_url | upcase }}</p>'],
  [
    'an address that is kept for later',
    '{% assign u = unsubscribe_url %}<a href="{{ u }}">leave</a>{{ unsubscribe_url }}',
  ],
])('a mail reads the same whether the addresses are fields or written out: %s', (_, html) => {
  const { content } = freezeContent({ subject: 'x', html }, 'shop.example')
  const written = writeAddresses(content, PUBLIC_URL)
  for (const part of ['html', 'text'] as const) {
    expect(render(compileTemplate(written[part], part), FIELDS)).toBe(
      render(compileTemplate(content[part], part), FIELDS),
    )
  }
})

test('the token is all that is left to each mail', () => {
  const html =
    '<a href="https://a.example">x</a><a href="https://b.example">y</a><a href="{{ unsubscribe_url }}">leave</a>'
  const { content } = freezeContent({ subject: 'x', html }, 'shop.example')
  expect(compileTemplate(writeAddresses(content, PUBLIC_URL).html, 'html').fields).toEqual([TOKEN_FIELD])
})
