/** Every example of the document is run against the product, and answered as it says. */
import type { Answer } from '@notifly/contracts/answer'
import { KEY_SCOPES, type KeyScope, USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { fillPath } from '@notifly/contracts/endpoint'
import { ERRORS } from '@notifly/contracts/errors'
import { beforeAll, expect, test } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { ensureEventMonths } from '../../people/events/upkeep.ts'
import { testApp } from '../../testing/app.ts'
import { setUpEmail } from '../../testing/campaigns.ts'
import { startWebhookSink } from '../../testing/channels/webhook-sink.ts'
import { declaredEndpoints } from '../../testing/contracts.ts'
import { newProgram } from '../../testing/programs.ts'
import { webhooksOf } from '../../testing/webhooks.ts'
import { isKeyAccess } from '../caller.ts'
import { wholeAnswer } from './document.ts'
import { KEY_ID, MOMENT } from './example-ids.ts'
import { PROGRAM_CALLS } from './program-calls.ts'
import { refusalResponses, REFUSALS } from './refusals.ts'

const kit = await testApp()
const [owner, sink] = [await kit.withApplication(), await startWebhookSink()]
sink.answer = () => ({ status: 200, text: 'ok' })
await setUpEmail(kit, owner)
await ensureLeaves(kit.database, kit.clock.now())
const scopes = [...USABLE_KEY_SCOPES] as KeyScope[]
const program = await newProgram(kit, owner, scopes)
const { dispatch } = webhooksOf(kit)

beforeAll(() => ensureEventMonths(kit.database, kit.clock.now(), kit.deps.config.eventDays))

/** What stands in the examples, and what it really is: filled as answers tell it. */
const real = new Map<string, string>([
  ['https://shop.example/hooks/notifly', sink.url],
  ['2026-11-20T17:00:00Z', new Date(Date.now() + 3_600_000).toISOString()],
  ['2026-11-20T09:30:00Z', new Date().toISOString()],
  [KEY_ID, program.keyId],
  ['the secret of the key', Buffer.from(program.authorization.slice(6), 'base64').toString().slice(37)],
])

function asReal<Value>(value: Value): Value {
  const text = JSON.stringify(value ?? null)
  const said = [...real].reduce((words, [shown, own]) => words.replaceAll(shown, own), text)
  return JSON.parse(said.replaceAll(String(MOMENT), String(Math.floor(Date.now() / 1000) - 60))) as Value
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const SECRET = /^(whsec_[A-Za-z0-9+/]{43}=|nat_[\w-]{50})$/

/** The answer where it agrees with what is documented, ids, moments and secrets aside; its own value where it does not. */
function agreed(shown: unknown, own: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(own)) {
    return shown.map((each, at) => agreed(each, own[at]))
  }
  if (typeof shown === 'object' && shown !== null && typeof own === 'object' && own !== null) {
    return Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, agreed((shown as Record<string, unknown>)[name], value)]),
    )
  }
  if (typeof shown === 'string' && typeof own === 'string') {
    const isSame = [UUID, SECRET].some(form => form.test(shown) && form.test(own))
    if (isSame) real.set(shown, own)
    return isSame || real.get(shown) === own || hasForm(shown, own) ? shown : own
  }
  const isMoment = typeof shown === 'number' && shown >= MOMENT && typeof own === 'number' && own > 1e9
  return isMoment || (shown === 38 && typeof own === 'number') ? shown : own
}

/** Bodies of webhooks are shown cut, days are any days. */
function hasForm(shown: string, own: string): boolean {
  if (shown.startsWith('{"type":')) return own.startsWith(shown.slice(0, 25))
  return /^\d{4}-\d\d-\d\d$/.test(shown) && /^\d{4}-\d\d-\d\d$/.test(own)
}

/** A webhook has to be there before what it is told; what is deleted is deleted last. */
const RANKS = { createWebhook: 0, updateWebhook: 1, putContact: 2, putContacts: 2, deleteContact: 4, deleteWebhook: 4 }
const inOrder = Object.entries(PROGRAM_CALLS).toSorted(([a], [b]) => rank(a) - rank(b))

function rank(name: string): number {
  return RANKS[name as keyof typeof RANKS] ?? 3
}

test('every call for programs has an example', async () => {
  const shown = new Set(Object.values(PROGRAM_CALLS).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
  const declared = (await declaredEndpoints()).filter(({ access }) => typeof access === 'string' && isKeyAccess(access))
  expect(declared.map(({ method, path }) => `${method} ${path}`).filter(call => !shown.has(call))).toEqual([])
  expect(declared.length).toBeGreaterThan(KEY_SCOPES.length)
})

for (const [name, call] of inOrder) {
  test(`the example of ${name} is answered as it says`, async () => {
    const { endpoint, example } = call
    if (name === 'listWebhookAttempts') await dispatch()
    const query = new URLSearchParams(asReal(example.query)).toString()
    const path = fillPath(endpoint.path, asReal(example.params) ?? {}) + (query && `?${query}`)
    const authorization = typeof endpoint.access === 'string' ? program.authorization : `Bearer ${owner.bearer}`
    const reply = await kit.call(endpoint.method, path, {
      headers: { ...(endpoint.access !== 'public' && { authorization }), ...example.headers },
      ...(example.body !== undefined && { body: asReal(example.body) }),
    })
    const shown = wholeAnswer(call)
    const own = agreed(shown, reply.body)
    expect([reply.status, own]).toEqual([endpoint.status ?? 200, shown])
  })
}

test('refusals are answered as the document describes them, each with a page that explains it', async () => {
  const responses = refusalResponses(kit.deps.config.publicUrl) as Record<
    string,
    { content: Record<string, { example: Answer }> }
  >
  const shown = (name: string) => responses[name]?.content['application/json']?.example
  const reader = await newProgram(kit, owner, ['contacts:read'])
  const path = '/api/v1/contacts/customer-9'
  const put = (headers: Record<string, string>, body: unknown) => kit.call('PUT', path, { headers, body })
  const { authorization } = program
  const replies = {
    BadRequest: await put({ authorization }, { email: 'not an address' }),
    Unauthorized: await put({}, {}),
    Forbidden: await put({ authorization: reader.authorization }, {}),
    NotFound: await program.call('GET', path),
    TooLarge: await put({ authorization }, { merge_fields: { long: 'x'.repeat(1_048_576) } }),
    WrongType: await put({ authorization, 'content-type': 'application/xml' }, '<contact/>'),
  }
  for (const [name, { status, body }] of Object.entries(replies)) {
    const { doc_url: page, ...said } = body
    expect([name, said]).toEqual([name, { ...shown(name), doc_url: undefined }])
    expect([name, page]).toEqual([name, shown(name)?.doc_url])
    expect([name, status]).toEqual([
      name,
      ERRORS[REFUSALS.find(each => each.name === name)?.error ?? 'internal'].status,
    ])
  }
  const busy = await newProgram(kit, owner, ['contacts:read'], { rate_limit: 1 })
  const calls = await Promise.all([1, 2, 3].map(() => busy.call('GET', path)))
  const refused = calls.find(({ status }) => status === 429)
  expect([refused?.body, Number(refused?.headers['retry-after']) > 0]).toEqual([shown('TooManyRequests'), true])
  await put({ authorization }, { email: 'nine@example.com' })
  const taken = await program.call('PUT', '/api/v1/contacts/customer-10', { email: 'nine@example.com' })
  expect([taken.status, taken.body.doc_url]).toEqual([409, expect.stringContaining(`#${taken.body.key}`)])
})
