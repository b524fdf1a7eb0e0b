import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { handOverTicket } from './hand-over.ts'
import { forgetTickets } from './support.ts'

interface Asked {
  headers: IncomingHttpHeaders
  body: { properties: Record<string, string>; associations: unknown }
}

/** HubSpot at the other end of a socket: keeps what it is asked, and answers as it is told. */
const asked: Asked[] = []
let answer = { status: 201, body: '{"id":"77001","properties":{}}' }
const hubspot: Server = createServer((request, response) => {
  void (async () => {
    asked.push({ headers: request.headers, body: (await json(request)) as Asked['body'] })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })()
}).listen(0, '127.0.0.1')
await once(hubspot, 'listening')
afterAll(() => void hubspot.close())
beforeEach(() => {
  asked.length = 0
  answer = { status: 201, body: '{"id":"77001","properties":{}}' }
})

const ticketsUrl = `http://127.0.0.1:${(hubspot.address() as AddressInfo).port}/crm/v3/objects/tickets`
const kit = await testApp({
  config: {
    support: {
      hubspot: { ticketsUrl, token: 'pat-secret', pipeline: '0', stage: '1' },
      mailbox: 'help@operator.example',
    },
  },
})
const { call, database, deps } = kit
const PATH = '/api/support/ticket'
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
  await outcome(no).toEqual({ to: 'hubspot', hubspot: '77001', failures: 0, why: null })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.authorization).toBe('Bearer pat-secret')
  expect(asked[0]?.body).toMatchObject({
    associations: [],
    properties: { subject: 'ana@example.com', hs_ticket_priority: 'HIGH', hs_pipeline: '0', hs_pipeline_stage: '1' },
  })
  const text = asked[0]?.body.properties['content'] ?? ''
  expect(text).toMatch(/^Where are my runs\?\n\nTicket \d+\nVersion: \d/)
  expect(text).toContain(`Page: /applications/lumen/dashboard\nApplication: ${owner.applicationId}`)
  const { rows } = await database.pool.query('select to_jsonb(t)::text as row from support_ticket t')
  expect(JSON.stringify([rows, kit.logLines])).not.toContain('pat-secret')
})

test('keeps to itself what the person keeps to themselves', async () => {
  const person = await kit.signUpAndIn()
  const { about: _, ...alone } = ticket()
  const no = await ask(person.bearer, alone)
  await outcome(no).toMatchObject({ to: 'hubspot' })
  expect(asked[0]?.body.properties['content']).toBe(`Where are my runs?\n\nTicket ${no}`)
})

test('while HubSpot is away the ticket waits, and is handed over once when HubSpot is back', async () => {
  answer = { status: 503, body: 'not now' }
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer)
  await outcome(no).toEqual({ to: null, hubspot: null, failures: 1, why: 'HubSpot answers 503' })
  const { rows } = await database.pool.query<{ waits: boolean }>(
    `select run_at > now() + interval '30 seconds' as waits from graphile_worker.jobs where task_identifier = 'support-ticket'`,
  )
  expect(rows).toEqual([{ waits: true }])
  answer = { status: 201, body: '{"id":"77002"}' }
  await handOverTicket(deps, { ticket_no: no })
  await handOverTicket(deps, { ticket_no: no })
  await outcome(no).toMatchObject({ to: 'hubspot', hubspot: '77002' })
  expect(asked).toHaveLength(2)
})

test('what HubSpot refuses goes to the mailbox, which answers to the person and reads why', async () => {
  answer = { status: 401, body: '{"status":"error","message":"Authentication credentials not found."}' }
  const person = await kit.signUpAndIn()
  const no = await ask(person.bearer, ticket({ content: 'Look: <b>here</b>' }))
  const mail = await kit.mailbox.next('help@operator.example')
  expect(mail.subject).toBe(`Support ticket ${no} (HIGH) from ana@example.com`)
  expect(mail.replyTo?.[0]?.address).toBe('ana@example.com')
  expect(mail.text).toContain('HubSpot answers 401: Authentication credentials not found.')
  expect(mail.html).toContain('Look: &lt;b&gt;here')
  await outcome(no).toMatchObject({ to: 'mail' })
})

test('a sixth ticket within an hour is refused with the wait', async () => {
  const person = await kit.signUpAndIn()
  for (let no = 0; no < 5; no++) await ask(person.bearer)
  const refused = await call('POST', PATH, { bearer: person.bearer, body: ticket() })
  expect(refused.status).toBe(429)
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
  await database.kysely.transaction().execute(async tx => forgetTickets(tx, rows[0]?.account_id ?? ''))
  expect((await database.pool.query('select 1 from support_ticket where ticket_no = $1', [no])).rows).toEqual([])
})
