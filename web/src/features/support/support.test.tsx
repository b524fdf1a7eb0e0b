import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { lastFailedRequest } from '../../api/signals.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const CALL = 'POST /api/support/ticket'
const ADDRESS = `/applications/${APPLICATION}/settings/usage-logs`

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

beforeEach(async () => {
  api = stubApi()
  lastFailedRequest.set(undefined)
  api.on('GET /api/usage-logs', () => page([], 0))
  api.on('GET /authP/audit/actors', () => ok([]))
  view = await renderApp(ADDRESS, user())
  await view.screen.getByRole('button', { name: 'Contact support' }).click()
})

afterEach(() => {
  view.stop()
  api.restore()
})

const tickets = () => api.asked.filter(({ method, path }) => CALL === `${method} ${path}`).map(({ body }) => body)

test('the footer opens the ticket: address filled in, low priority, and what is sent besides is said', async () => {
  const { screen } = view
  const dialog = screen.getByRole('dialog', { name: 'Contact support' })
  await expect.element(dialog.getByLabelText('Your email')).toHaveValue('asha@palmyra.example')
  await expect.element(dialog.getByRole('radio', { name: 'Low' })).toBeChecked()
  expect(await axeFindings(dialog.element())).toEqual([])
  api.on(CALL, () => ok({ number: 1042 }))
  await dialog.getByLabelText('How can we help?').fill('The run has stopped.')
  await dialog.getByRole('radio', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect.element(screen.getByText('Ticket 1042 sent. We’ll reply by email.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(tickets()).toEqual([
    {
      properties: {
        subject: 'asha@palmyra.example',
        hs_ticket_priority: 'HIGH',
        content: 'The run has stopped.',
      },
      about: { page: ADDRESS },
    },
  ])
})

test('a person who unticks the box sends nothing but their words', async () => {
  const dialog = view.screen.getByRole('dialog', { name: 'Contact support' })
  api.on(CALL, () => ok({ number: 1043 }))
  await dialog.getByLabelText('How can we help?').fill('Hello')
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(tickets()[0]).not.toHaveProperty('about')
})

test('what is missing is said at its field, and a refusal keeps what was typed', async () => {
  const dialog = view.screen.getByRole('dialog', { name: 'Contact support' })
  await dialog.getByLabelText('Your email').fill('asha')
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect.element(dialog.getByLabelText('Your email')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog.getByLabelText('How can we help?')).toHaveAttribute('aria-invalid', 'true')
  expect(tickets()).toEqual([])
  api.on(CALL, () => failed('internal'))
  await dialog.getByLabelText('Your email').fill('asha@palmyra.example')
  await dialog.getByLabelText('How can we help?').fill('The run has stopped.')
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(dialog.getByLabelText('How can we help?')).toHaveValue('The run has stopped.')
  // Sent again, the ticket names the request that failed.
  api.on(CALL, () => ok({ number: 1044 }))
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(tickets().at(-1)).toMatchObject({ about: { page: ADDRESS, request_id: '7f3a-19c2' } })
})
