/** Every write that the product says it has leaves an entry in the audit trail, or stands here with the reason why not. */
import { listAudit } from '@notifly/contracts/audit'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { startReceiver } from './receiver.ts'
import { type Route, routesOf, send, type Shot, wholeShot } from './routes.ts'
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
  'POST /u/{token}': 'recipients are no users; it is an event of their delivery',
  'POST /api/template/preview': 'only shows',
  'POST /api/notifications/estimate/email': 'only counts',
  'POST /api/audience/segment/count': 'only counts',
  'POST /api/notifications/draft/email': 'saved at every pause in typing; launching is recorded',
  'PUT /api/notifications/draft/email': 'saved at every pause in typing; launching is recorded',
  'POST /api/notifications/schedule/email/duplicate': 'makes a draft; launching is recorded',
  'POST /api/notices/read': 'concerns nobody but its reader',
}

/** Writes that a request built from the document alone cannot bring to success; tests of their features look for the entry. */
const TRIED_ELSEWHERE = new Set([
  // It needs a campaign that was sent.
  'POST /api/notifications/schedule/email/resend',
  // They need a link or a code from a mail, or a provider's answer.
  'POST /authP/reset-password',
  'POST /authP/invite/{token}',
  'POST /authP/sso/{provider}',
  'POST /authP/verify',
  'POST /authP/sso/connections',
  'DELETE /authP/sso/connections',
  'POST /authP/recovery-codes',
  'POST /authP/mfa-toggle',
  // They end the session with which the trail is read, or another one that has to be there.
  'POST /authP/login',
  'POST /authP/logout',
  'POST /authP/change-password',
  'DELETE /authP/sessions',
  'DELETE /authP/sessions/{uuid}',
  'DELETE /authP/user-delete',
  // Their entries stand in another organization, or in none any more.
  'POST /authP/organization',
  'DELETE /authP/organization',
  'DELETE /api/verticals',
  // There is one already; the request that could be withdrawn has just been decided.
  'POST /api/notifications/email/configuration',
  'DELETE /api/approvals/{uuid}',
  // They need a merge field that contacts have values of.
  'PUT /api/audience/merge-fields',
  'POST /api/audience/merge-fields/merge',
  'DELETE /api/audience/merge-fields',
  // A campaign needs them by now; all writes under approval are recorded in one place, which others here show.
  'DELETE /api/audience/segment',
  'DELETE /api/audience/topics',
  'POST /api/audience/delete',
  'POST /api/audience/{uuid}/erase',
  'DELETE /api/template',
])

test('every successful write leaves an entry', async () => {
  const receiver = await startReceiver()
  const world = await newWorld(product, receiver.port, 'Samarkand')
  await receiver.stop()
  const { api, token } = world.owner
  const routes = (await routesOf(product.url)).filter(({ method }) => method !== 'GET').toSorted(byHarm)
  const silent: string[] = []
  const failed: string[] = []
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (name in UNRECORDED || TRIED_ELSEWHERE.has(name)) continue
    const { status, text, requestId } = await send(product.url, shotOf(route, world), token)
    if (status >= 300) {
      failed.push(`${name}: ${status} ${text.slice(0, 150)}`)
      continue
    }
    const entries = await api(listAudit, { token, query: { search: requestId } })
    if (entries.every(entry => entry.request_id !== requestId)) silent.push(name)
  }
  expect(silent).toEqual([])
  expect(failed).toEqual([])
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  expect([...Object.keys(UNRECORDED), ...TRIED_ELSEWHERE].filter(name => !known.has(name))).toEqual([])
}, 120_000)

/** The request of the document, with what lets it succeed after those before it. */
function shotOf(route: Route, world: World): Shot {
  const values = valuesOf(world)
  const { params, query, body } = wholeShot(route, (name, path) => {
    if (name === 'name') return `Samarkand ${[...randomUUID()].filter(sign => /[a-f]/.test(sign)).join('')}`
    if (name === 'two_people' || (name === 'version' && route.method === 'PUT')) return null
    if (name === 'uuid' && route.method === 'POST' && path.endsWith('/schedule/email')) return world.ids.draft
    return values(name, path)
  })
  delete query['reopens']
  return { route, params, query, body: route.isMultipart ? formOf(route) : body }
}

/** Forms whose file is no list of addresses: its field and what stands in it. */
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
  const order = ['POST', 'PUT', 'DELETE']
  return order.indexOf(one.method) - order.indexOf(other.method)
}
