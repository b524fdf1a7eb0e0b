import type { Contact } from '@notifly/contracts/contacts/audience'
import type { BulkAction } from '@notifly/contracts/contacts/bulk'
import { EXPORT_CHOSEN_MAX } from '@notifly/contracts/contacts/contacts'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setFlags } from '../../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

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
let who = user()

async function open(address: string) {
  const app = await renderApp(address, who)
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
  who = user()
  setFlags({ makerChecker: false })
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
  await userEvent.keyboard('{Escape}')
  // Nor are they deleted by one click.
  await screen.getByRole('button', { name: 'More actions' }).click()
  await pick(screen.getByRole('menuitem', { name: 'Delete' }))
  await expect.element(screen.getByLabelText('Type 200 to confirm')).toBeVisible()
})

describe('deleting all that match', () => {
  const ALL = 61_874
  const sent = () => api.asked.find(call => call.method === 'POST')

  async function ask(address: string) {
    api.on('GET /api/audience', () => page([contact(1)], ALL))
    const screen = await open(address)
    await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
    await screen.getByRole('button', { name: 'Select all 61,874' }).click()
    await screen.getByRole('button', { name: 'More actions' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Delete' }))
    return screen
  }

  test('asks for their number first; a wrong one deletes nothing', async () => {
    const done: BulkAction = {
      ...{ uuid: contact(2).uuid, action: 'delete', state: 'done', segment: null, channels: [] },
      ...{ total: ALL, done: ALL, changed: ALL, created_on: 1_795_000_000, ended_on: 1_795_000_001 },
    }
    api.on('POST /api/audience/delete', () => ok(done))
    const screen = await ask(`${BASE}?search=gold`)
    const dialog = screen.getByRole('dialog', { name: 'Delete 61,874 contacts?' })
    const field = dialog.getByLabelText('Type 61,874 to confirm')
    const button = dialog.getByRole('button', { name: 'Delete 61,874 contacts' })
    await expect.element(field).toHaveFocus()
    await button.click()
    await expect.element(dialog.getByText('This field is required.')).toBeVisible()
    await field.fill('6187')
    await button.click()
    await expect.element(dialog.getByText('Type it exactly as shown.')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(sent()).toBeUndefined()
    await field.fill('61874')
    await button.click()
    await expect.element(screen.getByText('61,874 contacts deleted')).toBeVisible()
    expect(sent()?.body).toEqual({ filter: { search: 'gold' } })
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('toolbar')).not.toBeInTheDocument()
  })

  test('takes the number with the separators that it is shown with, and may only ask for it', async () => {
    api.on('POST /api/audience/delete', () => ok({ approval_uuid: contact(2).uuid }, { maker_checker: true }))
    const levels = ACTIVITY_IDS.map((id): [number, number] => [4, id === ACTIVITY.audience ? 0 : 1])
    who = user({ permission_levels: levels })
    const screen = await ask(BASE)
    const field = screen.getByRole('dialog').getByLabelText('Type 61,874 to confirm')
    await field.fill('61,874')
    await screen.getByRole('button', { name: 'Ask to delete 61,874 contacts' }).click()
    await until(() => expect(sent()?.body).toEqual({ filter: { search: '' } }))
    await expect.element(field).not.toBeInTheDocument()
  })
})
