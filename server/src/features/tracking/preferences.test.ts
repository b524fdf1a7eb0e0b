import { beforeAll, expect, test } from 'vitest'
import { estimateAudience } from '../../people/reach/audience.ts'
import { ENGAGEMENT } from '../../engine/states.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { testApp } from '../../testing/app.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { RETURN_RULE } from './routes.ts'

const kit = await testApp()
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})
const FORM = 'application/x-www-form-urlencoded'

async function newRun() {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const { runId } = await sentRun(kit.database, applicationId)
  return { applicationId, runId, path: `/u/${signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 })}` }
}

const post = (path: string, payload: string, contentType = FORM) =>
  kit.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': contentType } })

const skipped = async (applicationId: string) => {
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  return (await estimateAudience(kit.database.kysely, { applicationId, channel: 'email', audience, now: new Date() }))
    .skipped
}

test('opening the page changes nothing, asks for nothing, and shows the address in part', async () => {
  const { applicationId, path } = await newRun()
  const page = await kit.app.inject({ method: 'GET', url: path })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; form-action 'self'/,
  )
  expect(page.headers['cache-control']).toContain('no-store')
  expect(page.body).toContain('Unsubscribe</button>')
  expect(page.body).toContain('p•••@example.test')
  expect(page.body).not.toContain('person1@example.test')
  expect(await skipped(applicationId)).toEqual({})
})

test.each([
  ['es-MX,es;q=0.9,en;q=0.5', 'es', 'Darme de baja'],
  ['de, fr;q=0.4, en;q=0.2', 'fr', 'Me désabonner'],
  ['hi-IN', 'hi', 'सदस्यता छोड़ें'],
  ['tlh', 'en', 'Unsubscribe'],
])('speaks %s', async (language, locale, label) => {
  const { path } = await newRun()
  const page = await kit.app.inject({ method: 'GET', url: path, headers: { 'accept-language': language } })
  expect(page.body).toContain(`<html lang="${locale}">`)
  expect(page.body).toContain(label)
  expect(
    (await kit.app.inject({ method: 'GET', url: `${path}?lang=en`, headers: { 'accept-language': language } })).body,
  ).toContain('Unsubscribe</button>')
})

test.each([
  ['a form', 'List-Unsubscribe=One-Click', FORM],
  [
    'a multipart form',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ],
])('one click (RFC 8058) as %s unsubscribes, and again changes nothing', async (_, payload, contentType) => {
  const { applicationId, runId, path } = await newRun()
  for (let times = 0; times < 3; times++) expect((await post(path, payload, contentType)).statusCode).toBe(200)
  expect(await skipped(applicationId)).toEqual({ unsubscribed: 1 })
  expect((await runCounts(kit.database, runId))[ENGAGEMENT.unsubscribed]).toBe(1)
  const { rows } = await kit.database.pool.query('select 1 from event where run_id = $1', [runId])
  expect(rows).toHaveLength(1)
})

test('the page unsubscribes and takes it back', async () => {
  const { applicationId, path } = await newRun()
  const left = await post(`${path}?lang=fr`, 'action=unsubscribe')
  expect([left.statusCode, left.headers.location]).toEqual([303, '?lang=fr&done=unsubscribed'])
  expect((await kit.app.inject({ method: 'GET', url: `${path}?lang=fr&done=unsubscribed` })).body).toContain(
    'Me réabonner',
  )
  expect(await skipped(applicationId)).toEqual({ unsubscribed: 1 })
  await post(path, 'action=resubscribe')
  expect(await skipped(applicationId)).toEqual({})
})

test('coming back has an end for each message, leaving has none', async () => {
  const { applicationId, path } = await newRun()
  const turn = async () => {
    expect((await post(path, 'action=unsubscribe')).statusCode).toBe(303)
    return (await post(path, 'action=resubscribe')).statusCode
  }
  expect(await turn()).toBe(303)
  await kit.database.pool.query(`update rate_limit set points = $1 where key like '${RETURN_RULE.name}:%'`, [
    RETURN_RULE.attempts,
  ])
  expect(await turn()).toBe(429)
  expect(await skipped(applicationId)).toEqual({ unsubscribed: 1 })
  const other = await newRun()
  await post(other.path, 'action=unsubscribe')
  expect((await post(other.path, 'action=resubscribe')).statusCode).toBe(303)
})

test('a post without a wish changes nothing', async () => {
  const { applicationId, path } = await newRun()
  for (const payload of ['', 'List-Unsubscribe=Maybe', 'action=delete'])
    expect((await post(path, payload)).statusCode).toBe(303)
  expect((await kit.app.inject({ method: 'POST', url: path })).statusCode).toBe(303)
  expect((await post(path, '{', 'application/json')).statusCode).toBe(400)
  expect(await skipped(applicationId)).toEqual({})
})

test('leaving one application leaves no other', async () => {
  const first = await newRun()
  const second = await newRun()
  await post(first.path, 'List-Unsubscribe=One-Click')
  expect(await skipped(second.applicationId)).toEqual({})
})

test('who has been erased is told that there is nothing to leave, and nothing is written down about them', async () => {
  const owner = await kit.withApplication()
  const { runId } = await sentRun(kit.database, owner.applicationId)
  const path = `/u/${signDelivery(kit.deps.secrets, { applicationId: owner.applicationId, runId, seq: 1 })}`
  const { rows } = await kit.database.pool.query<{ contact_id: string }>(
    'select contact_id from delivery where run_id = $1 and seq = 1',
    [runId],
  )
  const erase = `/api/audience/${rows[0]?.contact_id}/erase`
  expect((await kit.call('POST', erase, { bearer: owner.bearer, body: {} })).status).toBe(200)
  const page = await kit.app.inject({ method: 'GET', url: `${path}?lang=en` })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('You’re no longer on the list')])
  expect(page.body).not.toContain('<form')
  for (const payload of ['List-Unsubscribe=One-Click', 'action=unsubscribe'])
    expect((await post(path, payload)).statusCode).toBe(200)
  const left = await kit.database.pool.query('select 1 from event where run_id = $1', [runId])
  expect(left.rowCount).toBe(0)
})
