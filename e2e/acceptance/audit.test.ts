/** Every write that the product says it has leaves an entry in the audit trail, or is listed here with the reason why not. */
import { listAudit } from '@notifly/contracts/audit/audit'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { PASSWORD } from '../product/people.ts'
import { PAID_WRITES } from './billing-writes.ts'
import { SAME_AS_MAILS, UNRECORDED_CAMPAIGN_WRITES } from './campaign-writes.ts'
import { NEW_PASSWORD, PREPARED_WRITES } from './prepared-writes.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { type Route, routesOf, send, type Sent, type SampleRequest, sampleRequest } from './routes.ts'
import { newWorld, valuesOf, type World } from './world.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }

/** Writes that change nothing which somebody answers for. */
const UNRECORDED: Record<string, string> = {
  'POST /authP/reauthenticate': 'says once more who it is; what is done then is recorded',
  'POST /authP/reauthenticate/code': 'only sends a mail to its own reader',
  'POST /authP/sign-up':
    'the account belongs to no organization yet, and the answer must take the same time for a known one',
  'POST /authP/resend-email': 'only sends a mail to its own reader',
  'POST /authP/forgot-password': 'only sends a mail to its own reader',
  'POST /authP/change-email': 'nothing changes before the mailed link is opened',
  'DELETE /authP/change-email': 'nothing has changed before',
  'POST /authP/sso/{provider}': 'only begins a trip; coming back is recorded',
  'POST /u/{token}': 'recipients are no users; it is an event of their delivery',
  'POST /reports/stop/{token}': 'whoever has the mail may stop it; nothing changes but what a person gets',
  'POST /f/{id}': 'people who sign up are no users; their contact has the consent',
  'POST /f/confirm/{token}': 'the same',
  'POST /sdk/v1/subscribe': 'visitors are no users; it is a device of theirs',
  'POST /sdk/v1/unsubscribe': 'visitors are no users; it is a device of theirs',
  'POST /sdk/v1/identify': 'visitors are no users; it is a device of theirs',
  'POST /sdk/v1/safari': 'visitors are no users; it is a device of theirs',
  'POST /sdk/safari/v2/pushPackages/{website_push_id}': 'hands out a file',
  'POST /sdk/safari/v2/devices/{device_token}/registrations/{website_push_id}':
    'visitors are no users; it is a device of theirs',
  'DELETE /sdk/safari/v2/devices/{device_token}/registrations/{website_push_id}':
    'visitors are no users; it is a device of theirs',
  'POST /sdk/safari/v2/log': 'a browser says what it thinks of a file; the log has it',
  'POST /sdk/v1/event': 'recipients are no users; it is an event of their delivery',
  'POST /hooks/{provider}/{hook_token}': 'providers are no users; what they report are events of deliveries',
  'POST /hooks/razorpay/{token}': 'the provider is no user; what comes of it is recorded by the product itself',
  'POST /api/payments/subscription/refresh':
    'only asks the provider; what comes of it is recorded by the product itself',
  'PUT /api/v1/contacts/{external_user_id}/devices':
    'programs name phones by the thousand; each is a device of its contact',
  'DELETE /api/v1/contacts/{external_user_id}/devices': 'the same; the device says since when nothing is sent to it',
  'PUT /api/v1/contacts/{external_user_id}':
    'programs keep contacts in step by the thousand; the log counts their calls',
  'POST /api/v1/contacts/batch': 'the same',
  'POST /oauth/token': 'stores nothing; the log has what is done with the token',
  'PATCH /api/v1/contacts/{external_user_id}': 'the history of the contact’s consent has it',
  'POST /api/v1/events': 'programs say what contacts did; the event itself is kept',
  'POST /api/v1/events/batch': 'the same',
  'POST /sdk/v1/track': 'visitors are no users; the event itself is kept',
  'POST /api/v1/messages': 'programs send by the thousand; the message itself is kept',
  'POST /api/v1/messages/batch': 'the same',
  'DELETE /api/v1/messages/{id}': 'the message says that it was cancelled',
  'POST /api/notifications/webpush/installation/check': 'only looks at the site',
  'POST /api/template/editor-session': 'opens an editor; what is saved with it is recorded',
  'POST /api/template/links/check': 'only shows',
  'POST /api/template/preview': 'only shows',
  'POST /api/template/preview/webpush': 'only shows',
  'POST /api/audience/segment/count': 'only counts',
  'POST /api/audience/forms/preview': 'only shows',
  'POST /api/audience/segment/reach': 'only counts',
  ...UNRECORDED_CAMPAIGN_WRITES,
  'POST /api/template/preview/sms': 'only shows',
  'POST /api/notifications/estimate/sms/segments': 'only counts',
  'POST /api/notification/receiver/verify': 'only looks',
  'POST /api/template/whatsapp/sync': 'only reads what WhatsApp has',
  'POST /api/support/ticket': 'changes nothing here; the ticket itself is kept',
  'POST /api/views': 'filters of a list under a name: nothing changes but what a person chooses from',
  'PUT /api/views/{uuid}': 'the same',
  'DELETE /api/views/{uuid}': 'the same',
  'PUT /api/dashboard/report': 'whether a person gets a summary by email: nothing changes but what they get',
  'POST /api/notices/read': 'concerns nobody but its reader',
  'PUT /api/changelogs/read': 'concerns nobody but its reader',
  'POST /_content/{path}': 'only shows',
  'PUT /authP/alerts': 'what a person gets alerts about: nothing changes but what they get',
  'POST /authP/alerts/browsers': 'the same',
  'DELETE /authP/alerts/browsers/{uuid}': 'the same',
  'POST /api/operator/counters': 'an act on the installation, which belongs to no organization; the log has it',
  'POST /api/operator/jobs': 'an act on the installation, which belongs to no organization; the log has it',
}

/** Writes whose entry cannot be read afterwards; the tests of their features look for it. */
const TRIED_ELSEWHERE: Record<string, string> = {
  'DELETE /authP/organization': 'its trail goes with it',
  'DELETE /api/v1/contacts/{external_user_id}': 'it takes a key, not a session',
  ...PAID_WRITES,
  ...SAME_AS_MAILS,
}

test('every successful write leaves an entry, every change says what differs, and no secret is in any of them', async () => {
  const receiver = await startMailCounter()
  const world = await newWorld(product, receiver.port, 'Samarkand')
  await receiver.stop()
  const routes = (await routesOf(product.url)).filter(({ method }) => method !== 'GET').toSorted(byHarm)
  const silent: string[] = []
  const failed: string[] = []
  const bare: string[] = []
  const told: string[] = []
  for (const route of routes) {
    const name = nameOf(route)
    if (name in UNRECORDED || name in TRIED_ELSEWHERE) continue
    const { status, text, requestId, organization } = await write(route, world)
    if (status >= 300) {
      failed.push(`${name}: ${status} ${text.slice(0, 150)}`)
      continue
    }
    const entries = await entriesOf(world, requestId, organization)
    if (entries.length === 0) silent.push(name)
    else if (route.method === 'PUT' && entries.every(({ before, after }) => before === null || after === null))
      bare.push(name)
    told.push(...secretsIn(entries).map(secret => `${name}: ${secret}`))
  }
  expect({ failed, silent, bare, told }).toEqual({ failed: [], silent: [], bare: [], told: [] })
  const known = new Set(routes.map(nameOf))
  const named = [UNRECORDED, TRIED_ELSEWHERE, PREPARED_WRITES].flatMap(list => Object.keys(list))
  expect(named.filter(name => !known.has(name))).toEqual([])
}, 180_000)

const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** Sends the write that was prepared for this route, or the request of the document. */
async function write(route: Route, world: World): Promise<Sent & { organization?: string }> {
  const prepare = PREPARED_WRITES[nameOf(route)]
  if (prepare === undefined) return send(product.url, shotOf(route, world), world.owner.token)
  const {
    token = world.owner.token,
    params = {},
    query = {},
    body,
    headers,
    organization,
  } = await prepare(world, product)
  const sent = await send(product.url, { route, params, query, body }, token ?? undefined, headers)
  if (organization === undefined || sent.status >= 300) return sent
  const { data } = JSON.parse(sent.text) as { data: Record<string, unknown> }
  return { ...sent, organization: String(organization(data)) }
}

/** Of one request, as the owner reads them with a session of their own. */
async function entriesOf({ owner: { api, token } }: World, requestId: string, organization: string | undefined) {
  const query = { search: requestId, ...(organization !== undefined && { organization_uuid: organization }) }
  const entries = await api(listAudit, { token, query })
  return entries.filter(entry => entry.request_id === requestId)
}

/** What was typed as a password anywhere in these requests. */
function secretsIn(entries: readonly unknown[]): string[] {
  const text = JSON.stringify(entries)
  return [PASSWORD, NEW_PASSWORD, 'Correct-horse-8', 'a password'].filter(secret => text.includes(secret))
}

/** The request of the document, with what lets it succeed after those before it. */
function shotOf(route: Route, world: World): SampleRequest {
  const values = valuesOf(world)
  const { params, query, body } = sampleRequest(route, (name, call) => {
    if (name === 'name') return `Samarkand ${[...randomUUID()].filter(sign => /[a-f]/.test(sign)).join('')}`
    if (name === 'two_people' || (name === 'version' && route.method === 'PUT')) return null
    if (name === 'uuid' && route.method === 'POST' && call.endsWith('/schedule/email')) return world.ids.draft
    if (name === 'uuid' && call.endsWith('/schedule/email/resend')) return world.ids.campaign
    return values(name, call)
  })
  delete query['reopens']
  return { route, params, query, body: route.isMultipart ? formOf(route) : body }
}

/** Forms whose file is no list of addresses: its field and its content. */
const FILES: Record<string, readonly [field: string, content: string]> = {
  '/api/audience/phonebook': ['upload_csv_file', 'phone_number\n+34612345678'],
  '/api/audience/update': ['file', `uuid,plan\n${randomUUID()},gold`],
  '/api/user/asset/csv': ['file', `uuid,plan\n${randomUUID()},gold`],
}

function formOf({ path }: Route): FormData {
  const [field, content] = FILES[path] ?? ['file', 'email\nsomebody@example.com']
  const form = new FormData()
  form.set(field, new File([content], 'audience.csv', { type: 'text/csv' }))
  return form
}

/** What others need goes last: first what adds, then what changes, then what takes away. */
function byHarm(one: Route, other: Route): number {
  const order = ['POST', 'PUT', 'PATCH', 'DELETE']
  return order.indexOf(one.method) - order.indexOf(other.method)
}
