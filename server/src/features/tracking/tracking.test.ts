import { beforeAll, expect, test } from 'vitest'
import { ENGAGEMENT } from '../../engine/states.ts'
import { clickToken, signDelivery, TRAP_LINK_NO } from '../../lib/delivery-token.ts'
import { testApp } from '../../testing/app.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { eventually, furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { HITS_AN_HOUR } from './hits.ts'

const kit = await testApp()
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function newRun(contacts = 3) {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const { runId } = await sentRun(kit.database, applicationId, { contacts })
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { applicationId, runId, seq })
  return { applicationId, runId, tokenOf }
}

function visit(
  path: string,
  options: { agent?: string; method?: 'GET' | 'HEAD'; headers?: object; from?: string } = {},
) {
  const { agent = SAFARI, method = 'GET', headers, from = '203.0.113.7' } = options
  return kit.app.inject({ method, url: path, headers: { 'user-agent': agent, ...headers }, remoteAddress: from })
}

const click = (token: string, link: number, options?: Parameters<typeof visit>[1]) =>
  visit(`/t/c/${clickToken(token, link)}`, options)

interface StoredEvent {
  seq: number
  kind: number
  bot: boolean
  reason: string | null
}

async function events(runId: string): Promise<StoredEvent[]> {
  const { rows } = await kit.database.pool.query<StoredEvent>(
    `select seq, kind, bot, detail ->> 'bot_reason' as reason from event where run_id = $1 order by at, event_id`,
    [runId],
  )
  return rows
}

/** Once the hits of this moment have waited. */
const allEvents = (runId: string, count: number) => {
  kit.clock.advance(2100)
  return eventually(
    () => events(runId),
    found => expect(found).toHaveLength(count),
  )
}

test('the pixel is a GIF that nobody stores, and a person who opens twice counts once', async () => {
  const { runId, tokenOf } = await newRun()
  for (let times = 0; times < 2; times++) {
    const answer = await visit(`/t/o/${tokenOf(1)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store, max-age=0' })
    expect(answer.rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
  }
  await allEvents(runId, 2)
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.opened]).toBe(1)
})

test('a link leads to its own address, filled in for the recipient', async () => {
  const { runId, tokenOf } = await newRun()
  const plain = await click(tokenOf(2), 0)
  expect([plain.statusCode, plain.headers.location]).toEqual([302, 'https://shop.example/sale'])
  const own = await click(tokenOf(2), 1)
  expect(own.headers.location).toMatch(/^https:\/\/shop\.example\/p\/C-\d\?who=Name\d$/)
  await allEvents(runId, 2)
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.clicked]).toBe(1)
})

test('a link leads on with the tags of its run, behind what it has and never in place of that', async () => {
  const { runId, tokenOf } = await newRun()
  const tags = { utm_source: 'shop', utm_campaign: 'spring sale' }
  const { pool } = kit.database
  await pool.query('update run set link_tags = $2 where run_id = $1', [runId, tags])
  await pool.query(
    `update run_link set url = 'https://a.example/?utm_source={{ code }}#end' where run_id = $1 and no = 2`,
    [runId],
  )
  const leadsTo = async (no: number) => (await click(tokenOf(2), no)).headers.location
  expect(await leadsTo(0)).toBe('https://shop.example/sale?utm_source=shop&utm_campaign=spring%20sale')
  expect(await leadsTo(1)).toMatch(/\?who=Name\d&utm_source=shop&utm_campaign=spring%20sale$/)
  expect(await leadsTo(2)).toMatch(/^https:\/\/a\.example\/\?utm_source=C-\d&utm_campaign=spring%20sale#end$/)
})

test('a link that costs much to fill in leads nowhere, and none keeps more in memory than a short address', async () => {
  const { runId, tokenOf } = await newRun()
  const setLink = (no: number, url: string) =>
    kit.database.pool.query('update run_link set url = $3 where run_id = $1 and no = $2', [runId, no, url])
  const leadsTo = async (no: number) => (await click(tokenOf(1), no)).headers.location
  const repeated = (times: number) => `https://shop.example/{% for i in (1..${times}) %}x{% endfor %}`
  await setLink(0, repeated(100))
  await setLink(1, repeated(600))
  expect([await leadsTo(0), await leadsTo(1)]).toEqual([`https://shop.example/${'x'.repeat(100)}`, undefined])
  const long = (end: string) => `https://shop.example/${'y'.repeat(2000)}${end}`
  for (const end of ['a', 'b']) {
    await setLink(2, long(end))
    expect(await leadsTo(2)).toBe(long(end))
  }
})

test('tokens that were tampered with lead to a page that explains, and count nothing', async () => {
  const { runId, tokenOf } = await newRun()
  const token = tokenOf(1)
  const forged = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21)
  const paths: [string, number][] = [
    [`/t/c/${clickToken(forged, 0)}`, 404],
    [`/t/c/${clickToken(token, 3)}`, 404],
    [`/t/c/${token}.https:%2f%2fevil.example`, 404],
    [`/t/c/${token}`, 404],
    ['/t/c/%00', 400],
    ['/t/c/x', 404],
    [`/u/${forged}`, 404],
    ['/u/%F0%9F%92%A9', 404],
  ]
  for (const [path, status] of paths) {
    const answer = await visit(path)
    expect([path, answer.statusCode, answer.headers.location]).toEqual([path, status, undefined])
  }
  expect((await visit(`/u/${forged}`)).body).toContain('This link doesn’t work')
  expect((await visit(`/t/o/${forged}`)).statusCode).toBe(200)
  expect(
    (await kit.app.inject({ method: 'POST', url: `/u/${forged}`, payload: { action: 'unsubscribe' } })).statusCode,
  ).toBe(404)
  expect(await events(runId)).toEqual([])
})

test.each([
  ['a HEAD request', { method: 'HEAD' as const }, 'head'],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 'prefetch'],
  ['an older prefetch', { headers: { 'x-moz': 'prefetch' } }, 'prefetch'],
  ['a known crawler', { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'user_agent'],
  ['the privacy proxy of Apple Mail', { agent: 'Mozilla/5.0' }, 'privacy'],
])('%s is led on, stored and marked, and counts nothing', async (_, options, reason) => {
  const { runId, tokenOf } = await newRun()
  expect((await click(tokenOf(1), 0, options)).statusCode).toBe(302)
  expect(await allEvents(runId, 1)).toMatchObject([{ bot: true, reason }])
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.clicked]).toBeUndefined()
})

test("an image proxy fetches when a person opens, so that it is the person's open", async () => {
  const { runId, tokenOf } = await newRun()
  await visit(`/t/o/${tokenOf(1)}`, {
    agent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  })
  expect(await allEvents(runId, 1)).toMatchObject([{ bot: false }])
})

test('who follows the hidden link is a machine in everything it did just then; others are not', async () => {
  const { runId, tokenOf } = await newRun()
  await click(tokenOf(1), 0)
  expect((await click(tokenOf(1), TRAP_LINK_NO)).statusCode).toBe(204)
  await visit(`/t/o/${tokenOf(1)}`)
  await click(tokenOf(1), 0, { from: '198.51.100.20' })
  const found = await allEvents(runId, 4)
  expect(found.filter(event => event.bot).map(event => event.reason)).toEqual(['trap', 'trap', 'trap'])
  // A moment later the scanner comes back for the rest.
  expect((await click(tokenOf(1), 2)).statusCode).toBe(302)
  expect((await allEvents(runId, 5)).at(-1)).toMatchObject({ bot: true, reason: 'trap' })
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.clicked]).toBe(1)
})

test('all links at once from one address are a machine; two quick clicks are not', async () => {
  const { runId, tokenOf } = await newRun()
  for (const link of [0, 1, 2]) await click(tokenOf(1), link)
  for (const link of [0, 1]) await click(tokenOf(2), link)
  for (const link of [0, 1, 2]) await click(tokenOf(3), link, { from: `203.0.113.${100 + link}` })
  const found = await allEvents(runId, 8)
  const bots = (seq: number) => found.filter(event => event.seq === seq).map(event => event.bot)
  expect([bots(1), bots(2), bots(3)]).toEqual([
    [true, true, true],
    [false, false],
    [false, false, false],
  ])
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.clicked]).toBe(2)
})

test('of one message only so many hits are kept, and the link still leads on', async () => {
  const { runId, tokenOf } = await newRun(2)
  await Promise.all(Array.from({ length: HITS_AN_HOUR + 50 }, () => visit(`/t/o/${tokenOf(1)}`)))
  expect((await click(tokenOf(1), 0)).statusCode).toBe(302)
  await visit(`/t/o/${tokenOf(2)}`)
  await allEvents(runId, HITS_AN_HOUR + 1)
})

test('a hundred hits at once are all kept', async () => {
  const { runId, tokenOf } = await newRun(100)
  await Promise.all(Array.from({ length: 100 }, (_, index) => visit(`/t/o/${tokenOf(index + 1)}`)))
  const { rows } = await kit.database.pool.query<{ n: number }>(
    'select (select count(*) from waiting_hit where run_id = $1)::int + (select count(*) from event where run_id = $1)::int as n',
    [runId],
  )
  expect(rows[0]?.n).toBe(100)
  await allEvents(runId, 100)
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.opened]).toBe(100)
})
