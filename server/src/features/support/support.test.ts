import { startSandbox } from '@notifly/sandbox/sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { handOverOpenTickets, handOverTicket } from './hand-over.ts'
import { deleteTicketsOf } from './support.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'notifly-support-'))
const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, dataDir })
afterAll(async () => {
  await sandbox.stop()
  await rm(dataDir, { recursive: true })
})

interface AtHubspot {
  id: string
  properties: Record<string, string>
}

/** What HubSpot has, the newest first. */
async function atHubspot(): Promise<AtHubspot[]> {
  return ((await (await fetch(`${sandbox.url}/api/hubspot/tickets`)).json()) as { data: AtHubspot[] }).data
}

/** How HubSpot behaves from now on; well, unless it is said here. */
async function turn(dials: Record<string, number> = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandbox.url}/api/faults/hubspot`, { method: 'PUT', headers, body: JSON.stringify(dials) })
}

beforeEach(async () => {
  await turn()
  await fetch(`${sandbox.url}/hubspot`, { method: 'POST', body: new URLSearchParams({ clear: '' }) })
})

const hubspot = {
  ticketsUrl: `${sandbox.url}/hubspot/crm/v3/objects/tickets`,
  token: 'pat-secret',
  pipeline: '0',
  stage: '1',
}
const kit = await testApp({
  config: { publicUrl: 'https://notify.example', support: { hubspot, mailbox: 'help@operator.example' } },
})
const { call, clock, database, deps } = kit
const PATH = '/api/support/ticket'
const MINUTE_MS = 60_000
const ticket = (properties: object = {}) => ({
  properties: { subject: 'ana@example.com', hs_ticket_priority: 'HIGH', content: 'Where are my runs?', ...properties },
  about: { page: '/applications/lumen/dashboard' },
})

/** What became of a ticket, once its job has dealt with it. */
function outcome(no: number) {
  return expect.poll(async () => {
    const { rows } = await database.pool.query<{
      to: string | null
      hubspot: string | null
      failures: number
      why: string | null
    }>(
      `select handed_over_to as to, hubspot_id as hubspot, failures, last_failure as why
         from support_ticket where ticket_no = $1 and (handed_over_at is not null or failures > 0)`,
      [no],
    )
    return rows[0]
  })
}

const ask = async (bearer: string, body: object = ticket()) => {
  const { status, data } = await call<{ number: number }>('POST', PATH, { bearer, body })
  expect(status).toBe(201)
  return data.number
}

test('a ticket gets a number and is created at HubSpot, with where the person was and no word of the token', async () => {
  const owner = await kit.withApplication()
  const no = await ask(owner.bearer)
  await outcome(no).toMatchObject({ to: 'hubspot', failures: 0, why: null })
  const [created, ...others] = await atHubspot()
  expect(others).toEqual([])
  await outcome(no).toMatchObject({ hubspot: created?.id })
  expect(created?.properties).toMatchObject({
    subject: 'ana@example.com',
    hs_ticket_priority: 'HIGH',
    hs_pipeline: '0',
    hs_pipeline_stage: '1',
  })
  const text = created?.properties['content'] ?? ''
  expect(text).toMatch(/^Where are my runs\?\n\nTicket \d+ of https:\/\/notify\.example\nVersion: \d/)
  expect(text).toContain(`Page: /applications/lumen/dashboard\nApplication: ${owner.applicationId}`)
  const { rows } = await database.pool.query('select to_jsonb(t)::text as row from support_ticket t')
  expect(JSON.stringify([rows, kit.logLines])).not.toContain('pat-secret')
})

test('keeps to itself what the person keeps to themselves', async () => {
  const person = await kit.signUpAndIn()
  const { about: _, ...alone } = ticket()
  const no = await ask(person.bearer, alone)
  await outcome(no).toMatchObject({ to: 'hubspot' })
  const [created] = await atHubspot()
  expect(created?.properties['content']).toBe(`Where are my runs?\n\nTicket ${no} of https://notify.example`)
})

test('while HubSpot is away the ticket waits; at a start of the product it is handed over at once, and once only', async () => {
  await turn({ error_rate: 1 })
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer)
  await outcome(no).toEqual({
    to: null,
    hubspot: null,
    failures: 1,
    why: expect.stringContaining('HubSpot answers 503'),
  })
  const { rows } = await database.pool.query<{ waits: boolean }>(
    `select run_at > now() + interval '30 seconds' as waits from graphile_worker.jobs where task_identifier = 'support-ticket'`,
  )
  expect(rows).toEqual([{ waits: true }])
  await turn()
  clock.advance(2 * MINUTE_MS)
  await handOverOpenTickets(deps)
  await outcome(no).toMatchObject({ to: 'hubspot', failures: 1 })
  await handOverTicket(deps, { ticket_no: no })
  expect(await atHubspot()).toHaveLength(1)
})

test('a ticket whose answer was lost is found at HubSpot and not created again, however often it is tried', async () => {
  await turn({ lost_rate: 1 })
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer)
  await outcome(no).toMatchObject({ to: null, failures: 1 })
  const [created] = await atHubspot()
  await turn()
  // HubSpot cannot even be asked.
  clock.advance(2 * MINUTE_MS)
  deps.config.support.hubspot = { ...hubspot, ticketsUrl: 'http://127.0.0.1:9/tickets' }
  await handOverTicket(deps, { ticket_no: no })
  deps.config.support.hubspot = hubspot
  await outcome(no).toMatchObject({ to: null, failures: 2, why: expect.stringContaining('ECONNREFUSED') })
  // Too early: HubSpot's search may not know it yet.
  await handOverTicket(deps, { ticket_no: no })
  await outcome(no).toMatchObject({ to: null, failures: 2 })
  clock.advance(2 * MINUTE_MS)
  await Promise.all([handOverTicket(deps, { ticket_no: no }), handOverTicket(deps, { ticket_no: no })])
  await outcome(no).toMatchObject({ to: 'hubspot', hubspot: created?.id })
  expect(await atHubspot()).toHaveLength(1)
})

test('a ticket that HubSpot had no room for is created without a search, and another of the same person is its own', async () => {
  await turn({ throttle_rate: 1 })
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer)
  await outcome(no).toMatchObject({ failures: 1, why: expect.stringContaining('HubSpot answers 429') })
  await turn()
  const other = await ask(person.bearer)
  await outcome(other).toMatchObject({ to: 'hubspot' })
  await handOverTicket(deps, { ticket_no: no })
  await outcome(no).toMatchObject({ to: 'hubspot' })
  expect(await atHubspot()).toHaveLength(2)
})

test('what HubSpot refuses goes to the mailbox, which answers to the person and reads why', async () => {
  deps.config.support.hubspot = { ...hubspot, token: 'refused' }
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer, ticket({ content: 'Look: <b>here</b>' }))
  const mail = await kit.mailbox.next('help@operator.example')
  deps.config.support.hubspot = hubspot
  expect(mail.subject).toBe(`Support ticket ${no} (HIGH) from ana@example.com`)
  expect(mail.replyTo?.[0]?.address).toBe('ana@example.com')
  expect(mail.text).toContain('HubSpot answers 401: Authentication credentials not found.')
  expect(mail.html).toContain('Look: &lt;b&gt;here')
  await outcome(no).toMatchObject({ to: 'mail' })
})

test('without HubSpot the ticket is a mail', async () => {
  deps.config.support.hubspot = null
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer, ticket({ content: 'No CRM here' }))
  await outcome(no).toMatchObject({ to: 'mail', failures: 0 })
  deps.config.support.hubspot = hubspot
  const mail = await kit.mailbox.next('help@operator.example')
  expect(mail.text).toContain('No CRM here')
  expect(mail.text).not.toContain('HubSpot')
})

test('a sixth ticket within an hour is refused with the wait', async () => {
  const person = await kit.signUpAndIn()
  for (let no = 0; no < 5; no++) await ask(person.bearer)
  const refused = await call('POST', PATH, { bearer: person.bearer, body: ticket() })
  expect(refused.status).toBe(429)
  expect(refused.body.message).toMatch(/^You’ve sent 5 tickets within an hour\. .* in (59|60) min\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
})

test.each([
  ['no address', { subject: '' }, 'properties.subject'],
  ['a wrong address', { subject: 'ana' }, 'properties.subject'],
  ['another priority', { hs_ticket_priority: 'URGENT' }, 'properties.hs_ticket_priority'],
  ['a text that is too long', { content: 'x'.repeat(5001) }, 'properties.content'],
])('refuses %s at its field', async (_what, properties, field) => {
  const person = await kit.signUpAndIn()
  const refused = await call('POST', PATH, { bearer: person.bearer, body: ticket(properties) })
  expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
})

test('the tickets of an erased account are gone', async () => {
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer)
  const { rows } = await database.pool.query<{ account_id: string }>(
    'select account_id from support_ticket where ticket_no = $1',
    [no],
  )
  await database.kysely.transaction().execute(async tx => deleteTicketsOf(tx, rows[0]?.account_id ?? ''))
  expect((await database.pool.query('select 1 from support_ticket where ticket_no = $1', [no])).rows).toEqual([])
})
