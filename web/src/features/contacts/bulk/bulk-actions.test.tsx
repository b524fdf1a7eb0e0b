import type { Contact } from '@notifly/contracts/contacts/audience'
import { EXPORT_CHOSEN_MAX } from '@notifly/contracts/contacts/contacts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const BASE = `/applications/${APPLICATION}/audience/contacts`

const contact = (no: number): Contact => ({
  uuid: `0198c0de-0000-7000-8000-${String(no).padStart(12, '0')}`,
  external_user_id: null,
  email: `contact-${no}@correo.example`,
  phone_number: null,
  country: null,
  lang: null,
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: null,
  is_test: false,
  created_on: null,
  updated_on: null,
  added_on: 1_795_000_000,
  merge_fields: {},
  segments: [],
  channels: {},
})

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app.screen
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience/segment': () => page([]),
    'GET /api/audience/merge-fields': () => ok([]),
    'GET /api/audience/bulk': () => ok([]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

test('more contacts than a file of chosen ones holds are told so, where the file would be', async () => {
  const count = EXPORT_CHOSEN_MAX + 1
  api.on('GET /api/audience', () => page(Array.from({ length: count }, (_, no) => contact(no))))
  const screen = await open(BASE)
  await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
  await screen
    .getByRole('toolbar', { name: `${count} selected` })
    .getByRole('button', { name: 'Export' })
    .click()
  await expect.element(screen.getByText('Export up to 200 contacts at once.')).toBeVisible()
  const file = screen.getByRole('menuitem', { name: 'All fields as CSV' })
  await expect.element(file).toHaveAttribute('aria-disabled', 'true')
  expect(await axeFindings(screen.getByRole('menu').element())).toEqual([])
  await screen.getByRole('checkbox', { name: 'Select row: contact-7@correo.example' }).click()
  await screen.getByRole('toolbar', { name: '200 selected' }).getByRole('button', { name: 'Export' }).click()
  await expect.element(file).not.toHaveAttribute('aria-disabled', 'true')
})
