import { DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import type { WhatsappSync, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const SITE = 'https://harbor.example'
const LIST = `/applications/${APPLICATION}/template/whatsapp`

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
    [`GET /api/template/whatsapp/${template.uuid}`]: () => ok({ ...template, tags: ['parcels'] }),
    'GET /api/brand': () =>
      ok({ ...DEFAULT_BRAND, name: 'Harbor', logo: null, updated_on: 1, social: [{ network: 'website', url: SITE }] }),
    'POST /api/template/whatsapp': () => ok({ template_uuid: template.uuid, status: 'SUBMITTING' }),
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
  const app = await renderApp(`${LIST}?tag=parcels`, user())
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

test('on a phone no filter is cut off, however long the tag is', async () => {
  await browser.viewport(390, 844)
  const long = 'everything that the team sends in autumn'
  api.on('GET /api/tags', () => ok([{ tag: long, count: 1 }]))
  const app = await renderApp(LIST, user())
  stop = app.stop
  const tag = browser.getByRole('button', { name: /^Tag/ })
  const parts = [
    browser.getByRole('searchbox', { name: 'Search name or text' }),
    browser.getByRole('button', { name: /^Status/ }),
    tag,
  ]
  const ends = () => parts.map(part => part.element().getBoundingClientRect().right)
  await expect.element(tag).toBeVisible()
  expect(Math.max(...ends())).toBeLessThanOrEqual(390)
  await tag.click()
  await pick(browser.getByRole('menuitemcheckbox', { name: long }))
  await expect.poll(() => tag.element().textContent).toContain(long)
  expect(Math.max(...ends())).toBeLessThanOrEqual(390)
})

const handedIn = () => api.asked.findLast(({ method, path }) => method === 'POST' && path === '/api/template/whatsapp')

test('a template shows its tags, and a copy of it takes them along', async () => {
  const app = await renderApp(`${LIST}/${template.uuid}`, user())
  stop = app.stop
  await expect.element(browser.getByText('parcels')).toBeVisible()
  await browser.getByRole('link', { name: 'Duplicate' }).click()
  const name = browser.getByRole('textbox', { name: 'Name', exact: true })
  await expect.element(name).toHaveValue('order_update')
  expect(browser.getByRole('group', { name: 'Start from an example' }).query()).toBeNull()
  await name.fill('order_update_2')
  await browser.getByRole('button', { name: 'Submit for approval' }).click()
  await expect.poll(() => handedIn()?.body).toMatchObject({ name: 'order_update_2', tags: ['parcels'] })
})

test('a new template begins as an example, on the brand’s own site, and is handed in as it is', async () => {
  const app = await renderApp(`${LIST}/new`, user())
  stop = app.stop
  const examples = browser.getByRole('group', { name: 'Start from an example' })
  await expect.element(examples.getByRole('button', { name: 'Sale Marketing' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await examples.getByRole('button', { name: 'Order shipped Utility' }).click()
  await expect.element(browser.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus()
  await expect.element(examples).not.toBeInTheDocument()
  await browser.getByRole('button', { name: 'Submit for approval' }).click()
  await expect
    .poll(() => handedIn()?.body)
    .toMatchObject({
      name: 'order_shipped',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', text: 'Your order is on its way' },
        { type: 'BODY', example: { body_text: [['Asha', '1042', 'Friday, 14 March']] } },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'URL', url: `${SITE}/orders/{{1}}`, example: [`${SITE}/orders/1042`] }],
        },
      ],
    })
})
