import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import type { Suppression } from '@notifly/contracts/suppressions/suppressions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ADDRESS = `/applications/${APPLICATION}/audience/suppression`
const LIST = '/api/audience/suppression'
const entry = (change: Partial<Suppression> = {}): Suppression => ({
  uuid: '0198c0de-0000-8000-9000-0000000000c1',
  channel: 'email',
  address: 'dirk@example.org',
  reason: 'hard_bounce',
  note: '550 no such user',
  added_on: 1_795_000_000,
  added_by: null,
  contact_uuid: null,
  ...change,
})

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [`GET ${LIST}`]: () => page([entry()]),
    'GET /api/audience': () => page([], 3),
    'GET /api/audience/segment': () => page([], 1),
  })
})
afterEach(() => api.restore())

const sent = (method: string) => api.asked.findLast(one => one.method === method && one.path.startsWith(LIST))

test('the list says why in words, and its filters stand in the address', async () => {
  const app = await renderApp(`${ADDRESS}?reason=hard_bounce,complaint&channel=email`, user())
  await expect.element(screen.getByText('dirk@example.org')).toBeVisible()
  await expect.element(screen.getByRole('table').getByText('Hard bounce')).toBeVisible()
  await expect.element(screen.getByText('The mail server')).toBeVisible()
  expect(Object.fromEntries(sent('GET')?.query ?? [])).toMatchObject({
    reason: 'hard_bounce,complaint',
    channel: 'email',
  })
  expect(await axeFindings()).toEqual([])
  app.stop()
})

test('an address is added with its reason; what the server refuses stands at the field', async () => {
  const message = 'Please enter a valid Email Id.'
  api.on(`POST ${LIST}`, () => failed('invalidInput', { errors: [{ field: 'address', message }] }))
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: 'Add address' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Address').fill('eva')
  await dialog.getByRole('button', { name: 'Suppress' }).click()
  await expect.element(dialog.getByText('Please enter a valid Email Id.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  api.on(`POST ${LIST}`, () => ok(entry({ address: 'eva@example.org', reason: 'manual' })))
  await dialog.getByLabelText('Address').fill('eva@example.org')
  await dialog.getByRole('button', { name: 'Suppress' }).click()
  await expect.element(screen.getByText('eva@example.org suppressed.')).toBeVisible()
  expect(sent('POST')?.body).toMatchObject({ channel: 'email', address: 'eva@example.org', reason: 'manual' })
  app.stop()
})

test('a removal needs a reason and may wait for approval', async () => {
  api.on(`DELETE ${LIST}`, () => ok({ approval_uuid: entry().uuid }, { maker_checker: true }))
  const app = await renderApp(ADDRESS, user())
  await screen.getByRole('button', { name: /dirk@example.org/ }).click()
  await pick(screen.getByRole('menuitem', { name: 'Remove from list' }))
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/the mailbox doesn’t exist/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabelText('Why can we contact this address again?').fill('The mailbox is back')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Sent for approval')).toBeVisible()
  expect(Object.fromEntries(sent('DELETE')?.query ?? [])).toEqual({
    channel: 'email',
    address: 'dirk@example.org',
    reason: 'The mailbox is back',
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('Sent for approval')).not.toBeInTheDocument()
  app.stop()
})

const withAudience = (level: number) =>
  user({ permission_levels: ACTIVITY_IDS.map((id): [number, number] => [id === ACTIVITY.audience ? level : 1, 0]) })

test('a reader may look and export, and changes nothing', async () => {
  await screen.viewport(1280, 900)
  const app = await renderApp(ADDRESS, withAudience(1))
  await expect.element(screen.getByText('dirk@example.org')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Import list' }).query()).toBeNull()
  expect(screen.getByRole('button', { name: 'Add address' }).query()).toBeNull()
  expect(screen.getByRole('button', { name: /dirk@example.org/ }).query()).toBeNull()
  app.stop()
})

test('an empty list is not exported, nor from the menu of a phone', async () => {
  api.on(`GET ${LIST}`, () => page([]))
  const app = await renderApp(ADDRESS, user())
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  await screen.viewport(390, 844)
  await screen.getByRole('button', { name: 'Actions: Suppression list' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true')
  await screen.viewport(1280, 900)
  app.stop()
})

test('whoever may not see contacts gets no addresses', async () => {
  const app = await renderApp(ADDRESS, withAudience(0))
  await expect.element(screen.getByText('Your role doesn’t include this page')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' }).query()).toBeNull()
  expect(sent('GET')).toBeUndefined()
  app.stop()
})
