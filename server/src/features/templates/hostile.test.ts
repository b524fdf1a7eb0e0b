/** Templates made to hurt: each is answered in clear words, and meanwhile others are served. */
import type { Preview } from '@notifly/contracts/templates/templates'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

const { call, withApplication } = await testApp()
const [attacker, neighbour] = [await withApplication(), await withApplication()]

const nested = (depth: number) => `${'{% for i in (1..9) %}'.repeat(depth)}x${'{% endfor %}'.repeat(depth)}`
const locals = Array.from({ length: 600 }, (_, no) => `{% assign name_${no} = 1 %}`).join('')

/** What no thread comes to the end of in its time, or what the message's budget stops. */
const HOSTILE: [what: string, content: { html: string; text?: string }, told: RegExp][] = [
  ['blanks', { html: `<pre>a${' '.repeat(1_000_000)}b</pre>` }, /unsubscribe/],
  ['500 costly outputs', { html: '{{ x | append: x | append: x | append: x }}'.repeat(500) }, /too|field/],
  ['loops in loops', { html: nested(40) }, /takes too long/],
  ['too deep', { html: nested(60) }, /up to 50 levels deep/],
  ['an endless range', { html: '{% for i in (1..1000000000) %}x{% endfor %}' }, /too many items/],
  ['growing text', { html: `{% assign a = "xxxx" %}${'{% assign a = a | append: a %}'.repeat(60)}` }, /too much text/],
  ['names times links', { html: locals + '<a href="https://x.example/{{ first_name }}">x</a>'.repeat(1000) }, /./],
  ['links upon links', { html: '<a href="https://x.example/{{ email }}">x</a>'.repeat(1900) }, /./],
  ['too many links', { html: '<a href="https://x.example">x</a>'.repeat(2001) }, /up to 2,000 links/],
  ['open tags', { html: '<a href="'.repeat(1900) }, /./],
  ['deep HTML', { html: '<div>'.repeat(19_000) }, /./],
  ['unclosed Liquid', { html: '{% if a %}'.repeat(1900) }, /deep/],
  ['a script without an end', { html: '<script>'.repeat(1000) }, /script/],
]

test.each(HOSTILE)('%s: the preview says so, and costs the API itself little', async (_what, content, told) => {
  const before = process.threadCpuUsage()
  const preview = await call<Preview>('POST', '/api/template/preview', {
    bearer: attacker.bearer,
    body: { content: { subject: 'Hello', ...content }, sample: { x: 'x'.repeat(50_000) } },
  })
  const { user, system } = process.threadCpuUsage(before)
  expect(preview.status).toBe(200)
  expect(preview.data.problems.map(({ message }) => message).join(' ')).toMatch(told)
  expect((user + system) / 1000).toBeLessThan(1500)
})

const ENDLESS = { html: locals + '<a href="https://x.example/{{ first_name }}{{ email }}">x</a>'.repeat(650) }

test('while one application has nothing but hostile templates, another one is served', async () => {
  const hostile = Array.from({ length: 20 }, () => {
    const request = { bearer: attacker.bearer, body: { content: ENDLESS } }
    return call('POST', '/api/template/preview', request)
  })
  let left = hostile.length
  for (const each of hostile) void each.then(() => left--)
  const body = { content: { subject: 'Hello {{ first_name }}', html: '<p>Hi</p>' }, sample: { first_name: 'Ada' } }
  const served = await call<Preview>('POST', '/api/template/preview', { bearer: neighbour.bearer, body })
  expect(served.data).toMatchObject({ subject: 'Hello Ada', html: expect.stringContaining('<p>Hi</p>') as string })
  expect((await call('GET', '/healthz')).status).toBe(200)
  // Few of them are through by now; one after the other, all would be.
  expect(left).toBeGreaterThan(10)
  const statuses = (await Promise.all(hostile)).map(({ status }) => status)
  // How many are refused depends on the machine; work-pool/places.test.ts holds the limits themselves.
  expect(statuses.every(status => [200, 429, 503].includes(status))).toBe(true)
})

test('what no thread should be given is refused when it is saved, at its place', async () => {
  const template = { type: 'Email', name: 'Deep', subject: 'Hello', html: nested(60) }
  const refused = await call('POST', '/api/template', { bearer: attacker.bearer, body: template })
  expect(refused.status).toBe(400)
  expect(refused.body.errors?.[0]).toMatchObject({
    field: 'html',
    line: 1,
    message: expect.stringContaining('deep') as string,
  })
})

test('what is larger than any template is refused before it is read', async () => {
  const body = { content: { html: 'x'.repeat(6_400_000) } }
  const refused = await call('POST', '/api/template/preview', { bearer: attacker.bearer, body })
  expect(refused.status).toBe(413)
})
