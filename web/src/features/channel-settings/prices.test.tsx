// What messages cost, on the tab of their channel.
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const PRICES = '/api/notifications/sms/prices'
const ADDRESS = `/applications/${APPLICATION}/settings/platform?checkSmsConfigure=true`
const twilio = {
  ...{ provider: 'Twilio', account_sid: `AC${'a'.repeat(32)}`, auth_token: '********', from: '+14155550123' },
  ...{ messages_per_second: null, hook_url: null, failure: null, campaigns: [], updated_on: 1_700_000_000 },
}
const saved = {
  prices: { currency: 'INR', default_price: '4.2', countries: [{ calling_code: '91', price: '0.185' }] },
  updated_on: 1_700_000_000,
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(who = user(), prefix = '') {
  const app = await renderApp(`${prefix}${ADDRESS}`, who)
  stop = app.stop
  return app.screen
}

const sent = () => api.asked.findLast(({ method, path }) => method === 'PUT' && path === PRICES)?.body

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    'GET /api/approvals': () => page([]),
    'GET /api/notifications/sms/configuration': () => ok(twilio),
    [`GET ${PRICES}`]: () => ok({ prices: null, updated_on: null }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('prices are entered for all countries and for some', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Enter prices' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Prices' })
  await dialog.getByRole('button', { name: 'Save prices' }).click()
  await expect.element(dialog.getByText('Choose a currency from the list.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Currency' }).fill('indian')
  await screen.getByRole('option', { name: 'Indian Rupee (INR)' }).click()
  await dialog.getByLabelText('Price per message').fill('4,2')
  await dialog.getByRole('button', { name: 'Add country' }).click()
  await dialog.getByRole('combobox', { name: 'Country' }).fill('united king')
  await screen.getByRole('option', { name: 'United Kingdom (+44)' }).click()
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('3.65')
  expect(await axeFindings()).toEqual([])
  api.on(`PUT ${PRICES}`, () => ok(saved))
  api.on(`GET ${PRICES}`, () => ok(saved))
  await dialog.getByRole('button', { name: 'Save prices' }).click()
  await expect.element(screen.getByText('India (+91)')).toBeVisible()
  expect(sent()).toEqual({
    prices: { currency: 'INR', default_price: '4.2', countries: [{ calling_code: '44', price: '3.65' }] },
  })
  await expect.element(screen.getByText('₹0.185')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('amounts are written as the reader’s language writes them', async () => {
  api.on(`GET ${PRICES}`, () => ok(saved))
  const screen = await open(user(), '/fr')
  await expect.element(screen.getByText(/^0,185\s₹$/)).toBeVisible()
  await expect.element(screen.getByText('Inde (+91)')).toBeVisible()
})

test('who may only read sees prices and no way to change them', async () => {
  api.on(`GET ${PRICES}`, () => ok(saved))
  const levels = ACTIVITY_IDS.map((id): [number, number] => (id === ACTIVITY.platformSms ? [1, 0] : [4, 1]))
  const screen = await open(user({ permission_levels: levels }))
  await expect.element(screen.getByText('India (+91)')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Edit prices' })).not.toBeInTheDocument()
})
