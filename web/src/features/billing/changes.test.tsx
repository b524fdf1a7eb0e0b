import { SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { type ApiStub, APPLICATION, ok, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { END, idOf, START, stubBilling, subscription } from '../../testing/billing-stub.ts'
import { checkout, frame } from '../../testing/checkout-stub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LIST = `/applications/${APPLICATION}/subscription`
const ONE = `${LIST}/${idOf(1)}`

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
afterEach(() => {
  view.stop()
  api.restore()
})

async function open(address: string) {
  view = await renderApp(address, user())
}
/** Leaves the page, to open another. */
async function again() {
  view.stop()
  await view.screen.unmount()
}
const sent = (path: string) => api.asked.findLast(one => one.method === 'POST' && one.path === path)?.body

test('a change says what it costs before it is made; only the period of the plan is offered', async () => {
  const annual = { plan_id: 'professional-annual', package_id: 7, price: 53_900 } as const
  api = stubBilling({ current: [subscription(annual)] })
  const change = { type: 'upgrade', new_plan_id: 'business-annual', amount: 90_000, date: START }
  api.on('GET /api/payments/subscription/change', ({ query }) =>
    query.get('plan_id') === 'business-annual'
      ? ok({ ...change, currency: 'USD', how: 'order' })
      : ok({
          type: 'downgrade',
          new_plan_id: 'starter-annual',
          amount: 0,
          date: END,
          currency: 'USD',
          how: 'at_period_end',
        }),
  )
  api.on('POST /api/payments/subscription/annual/confirm', ({ body }) =>
    (body as { plan_id: string }).plan_id === 'business-annual'
      ? ok({ order_id: 'order_2', checkout: checkout() })
      : ok({}),
  )
  await open(ONE)
  await screen.getByRole('button', { name: 'Change plan' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change plan' })
  await expect.element(dialog.getByRole('button', { name: 'Current: Professional' })).toBeDisabled()
  expect(
    dialog
      .getByRole('tab')
      .elements()
      .map(tab => tab.textContent),
  ).toEqual(['Annual'])
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Upgrade: Business' }).click()
  const prompt = screen.getByRole('dialog', { name: 'Upgrade to Business?' })
  await expect.element(prompt.getByText(/the difference of \$900\.00/)).toBeVisible()
  await prompt.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD order_2')
  frame()?.provider?.modal.ondismiss()

  await dialog.getByRole('button', { name: 'Downgrade: Starter' }).click()
  await expect.element(screen.getByText(/Starter starts on 1 December 2026/)).toBeVisible()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => view.address()).toBe(LIST)
  expect(sent('/api/payments/subscription/annual/confirm')).toEqual({ plan_id: 'starter-annual' })
})

test('a plan that follows another says so, and waits for it without asking', async () => {
  const next = subscription({
    uuid: idOf(2),
    name: 'Business',
    status: SUBSCRIPTION_STATUS.processing,
    created_on: END,
  })
  api = stubBilling({ current: [next, subscription()] })
  await open(LIST)
  await expect.element(screen.getByText(/It starts when your current plan ends\./)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Change plan' })).toBeVisible()

  view.stop()
  api.restore()
  api = stubBilling({ current: [{ ...next, status: SUBSCRIPTION_STATUS.notStarted }, subscription()] })
  api.on('POST /api/payments/subscription/update', () =>
    ok({ subscription: subscription(), subscription_id: 'sub_2', checkout: checkout() }),
  )
  await open(LIST)
  await screen.getByRole('button', { name: 'Verify Card' }).first().click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD sub_2')
  expect(sent('/api/payments/subscription/update')).toEqual({ plan_id: 'professional-monthly' })
})

test('a change that waits is said in the list and above the plans, and choosing the present one takes it back', async () => {
  const change = { type: 'downgrade', new_plan_id: 'starter-monthly', amount: 0, date: END } as const
  const rows = [subscription({ change })]
  api = stubBilling({ current: rows })
  api.on('GET /api/payments/subscription/change', ({ query }) =>
    ok({ type: 'keep', how: 'keep', new_plan_id: query.get('plan_id'), amount: 0, date: START, currency: 'USD' }),
  )
  api.on('POST /api/payments/subscription/update', () => {
    rows[0] = subscription()
    return ok({ subscription: rows[0] })
  })
  await open(LIST)
  const row = screen.getByRole('row', { name: /^Professional/ })
  await expect.element(row.getByText('Downgrade to Starter on 1 December 2026')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Change plan' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change plan' })
  await expect.element(dialog.getByText('Downgrade to Starter on 1 December 2026')).toBeVisible()
  await expect.element(dialog.getByText(/To pay annually, cancel this subscription/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Current: Professional' }).click()
  const prompt = screen.getByRole('dialog', { name: 'Keep Professional?' })
  await expect.element(prompt.getByText(/the planned change is dropped/)).toBeVisible()
  await prompt.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => view.address()).toBe(LIST)
  expect(sent('/api/payments/subscription/update')).toEqual({ plan_id: 'professional-monthly' })
  await expect.element(row.getByText(/Downgrade/)).not.toBeInTheDocument()
})

test('while a canceled plan runs, what comes next is chosen from all plans; what was begun for it goes on', async () => {
  const ending = subscription({ status: SUBSCRIPTION_STATUS.cancelling, next_charge: null })
  const rows = [ending]
  api = stubBilling({ current: rows })
  api.on('POST /api/payments/subscription', () => ok({ uuid: idOf(2), order_id: 'order_7', checkout: checkout() }))
  await open(LIST)
  await screen.getByRole('button', { name: 'Choose next plan' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Choose next plan' })
  await expect.element(dialog.getByText('It starts when Professional ends, on 1 December 2026.')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Annual' }).click()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD order_7')
  const asked = { plan_id: 'professional-annual', frequency: 'annually' }
  expect(sent('/api/payments/subscription')).toEqual(asked)

  await again()
  const next = { uuid: idOf(2), plan_id: 'professional-annual', package_id: 7, invoice_uuid: null } as const
  rows.push(subscription({ ...next, name: 'Next', status: SUBSCRIPTION_STATUS.notStarted }))
  api.asked.length = 0
  await open(LIST)
  await screen.getByRole('button', { name: 'Verify Card' }).first().click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD order_7')
  expect(sent('/api/payments/subscription')).toEqual(asked)

  await again()
  rows[1] = subscription({ ...next, name: 'Next', status: SUBSCRIPTION_STATUS.processing })
  await open(LIST)
  await expect.element(screen.getByText(/It starts when your current plan ends\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose next plan' }).elements()).toEqual([])
})
