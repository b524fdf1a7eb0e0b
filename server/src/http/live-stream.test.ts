import { endpoint } from '@notifly/contracts/endpoint'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { DEFAULT_ROLE_IDS } from '@notifly/contracts/roles/roles'
import { afterAll, expect, test } from 'vitest'
import { createCallers } from '../features/accounts/callers.ts'
import { testApp } from '../testing/app.ts'
import { GENERAL_LIMITS } from './limits/general-limits.ts'
import { createLiveStreams, STREAMS } from './live-stream.ts'
import { type Http, rawRoute } from './route.ts'
import { createHttpServer } from './server.ts'

const kit = await testApp()
const { deps } = kit
const { log, config } = deps
const app = await createHttpServer({
  log,
  trustedProxies: [],
  connectOrigins: [],
  publicUrl: config.publicUrl,
  limits: GENERAL_LIMITS,
})
const noKeys = async () => null
const callers = { ...createCallers(deps), authenticateKey: noKeys, authenticateAccessToken: noKeys }
const http: Http = { app, callers, limitKey: async () => undefined, publicUrl: config.publicUrl }
const sendLive = createLiveStreams(http, { most: { ...STREAMS, placesPerKey: 2 }, tickMs: 10 })
const watch = endpoint({
  call: 'GET /api/figures',
  summary: 'Figures that grow',
  access: { activity: ACTIVITY.users, level: 'read', scope: 'application' },
  raw: { types: ['text/event-stream'] },
})
let figure = 0
rawRoute(http, watch, ({ caller: { applicationId }, ...input }) =>
  sendLive(input, {
    applicationId,
    key: 'figures',
    read: async () => ({ figure: ++figure }),
    newsOf: progress => progress,
    hasEnded: () => false,
  }),
)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

async function open({ bearer }: { bearer: string }) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await fetch(`${address}/api/figures`, { headers, signal: leaving.signal })
  // The response itself is kept: fetch cancels the body of one that is collected.
  return { response, status: response.status, leave: () => leaving.abort() }
}

test('an application has so many streams and no more; one that is left makes room, and others have their own', async () => {
  const [busy, other] = [await kit.withApplication(), await kit.withApplication()]
  const [first] = [await open(busy), await open(busy)]
  expect([first.status, (await open(busy)).status, (await open(other)).status]).toEqual([200, 429, 200])
  first.leave()
  await expect.poll(async () => (await open(busy)).status).toBe(200)
})

test('a stream ends with the right that it began with, and with the session', async () => {
  const [lowered, signedOut] = [await kit.withApplication(), await kit.withApplication()]
  const [one, two] = [await open(lowered), await open(signedOut)]
  const setRole = 'update member set role_id = $1 where account_id = $2'
  await kit.database.pool.query(setRole, [DEFAULT_ROLE_IDS.creator, lowered.user.uuid])
  expect(await one.response.text()).toContain('event: progress')
  await kit.app.inject({
    method: 'POST',
    url: '/authP/logout',
    headers: { authorization: `Bearer ${signedOut.bearer}` },
  })
  expect(await two.response.text()).toContain('event: progress')
})
