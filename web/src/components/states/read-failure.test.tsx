import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, failed, ok, ORGANIZATION, page, stubApi, user } from '../../testing/api-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const SETTINGS = `/applications/${APPLICATION}/settings`
const EDIT = `/applications/${APPLICATION}/edit`
const application = () => ok({ uuid: APPLICATION, name: 'Palmyra', organization_uuid: ORGANIZATION })

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    [`GET /api/verticals/${APPLICATION}`]: application,
    'GET /authP/organization': () => page([]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

test.each([
  [EDIT, `/api/verticals/${APPLICATION}`, 'the application'],
  [EDIT, '/authP/organization', 'organizations'],
  [`${SETTINGS}/administration`, `/api/verticals/${APPLICATION}`, 'the application'],
  [`${SETTINGS}/users/${user().uuid}/edit`, '/authP/user', 'the user'],
  [`${SETTINGS}/role/${ORGANIZATION}/edit`, '/authP/role', 'the role'],
  [`${SETTINGS}/webhook/${ORGANIZATION}/edit`, '/api/webhook', 'the webhook'],
  [`/organizations/${ORGANIZATION}/edit`, '/authP/organization', 'the organization'],
  ['/auth/invite/cut', '/authP/invite/cut', 'the invitation'],
  ['/settings', '/authP/profile', 'your profile'],
  ['/', '/api/dashboard/application', 'applications'],
])('%s names what it couldn’t load when %s fails', async (address, call, name) => {
  api.on(`GET ${call}`, () => failed('internal'))
  const app = await renderApp(address, user())
  stop = app.stop
  await expect.element(app.screen.getByRole('heading', { name: `Couldn’t load ${name}` })).toBeVisible()
})
