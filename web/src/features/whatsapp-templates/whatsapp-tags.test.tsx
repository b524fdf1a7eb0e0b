import type { WhatsappSync, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const template: WhatsappTemplate = {
  uuid: '0198c0de-0000-7000-8000-0000000000bb',
  name: 'order_update',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  reason_sentence: null,
  quality: null,
  components: [{ type: 'BODY', text: 'Your parcel is here.' }],
  obstacle: null,
  obstacle_sentence: null,
  updated_on: 1_700_000_000,
}
const sync: WhatsappSync = {
  configured: true,
  synced_on: 1_700_000_000,
  failure: null,
  failure_sentence: null,
  templates: 2,
  open_sessions: 0,
}

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(async () => {
  await browser.viewport(1280, 900)
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/maker-checker/pending': () => ok([]),
    'GET /api/template/whatsapp/sync': () => ok(sync),
    'GET /api/tags': () => ok([{ tag: 'parcels', count: 1 }]),
    'POST /api/template/whatsapp/tags': () => ok({ changed: 1 }),
    'GET /api/template/whatsapp': ({ query }) => {
      const other = { ...template, uuid: '0198c0de-0000-7000-8000-0000000000bc', name: 'refund' }
      return page([{ ...template, tags: ['parcels'] }, ...(query.get('tag') === 'parcels' ? [] : [other])])
    },
  })
})
afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('the list shows tags, is narrowed to one, and a template gets another', async () => {
  const app = await renderApp(`/applications/${APPLICATION}/template/whatsapp?tag=parcels`, user())
  stop = app.stop
  await expect.element(browser.getByRole('cell', { name: 'parcels' })).toBeVisible()
  expect(browser.getByRole('link', { name: 'refund' }).query()).toBeNull()
  await browser.getByRole('button', { name: 'Actions: order_update' }).click()
  await pick(browser.getByRole('menuitem', { name: 'Tags' }))
  await browser.getByRole('textbox', { name: 'Add tag' }).fill('VIP')
  await browser.getByRole('button', { name: 'Save' }).click()
  await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
  const asked = api.asked.find(({ path }) => path === '/api/template/whatsapp/tags')
  expect(asked?.body).toEqual({ uuids: [template.uuid], add: ['vip'], remove: [] })
})
