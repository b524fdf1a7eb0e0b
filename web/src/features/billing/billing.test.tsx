import { SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { ApiError } from '../../api/api-error.ts'
import { setFlags } from '../../api/signals.ts'
import { type ApiStub, APPLICATION, failed, ok, page, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { END, idOf, invoice, invoiceRow, START, stubBilling, subscription } from '../../testing/billing-stub.ts'
import { checkout, frame, pay } from '../../testing/checkout-stub.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LIST = `/applications/${APPLICATION}/subscription`
const ONE = `${LIST}/${idOf(1)}`

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
afterEach(() => {
  view.stop()
  api.restore()
})

async function open(address: string, who = user()) {
  view = await renderApp(address, who)
}
const sent = (path: string) => api.asked.findLast(one => one.method === 'POST' && one.path === path)?.body
const billingCalls = () => api.asked.filter(({ path }) => /payments|preferences/.test(path))

test('each status has its badge, its act and its button, and a click on its row does what that button does', async () => {
  const names = ['Starter', 'Professional', 'Business', 'Team', 'Global']
  const rows = names.map((name, status) => subscription({ uuid: idOf(status), name, status }))
  api = stubBilling({ current: rows, historic: [subscription({ uuid: idOf(8), name: 'Old', ended_on: START })] })
  api.on('POST /api/payments/subscription/refresh', () => ok(rows[1]))
  await open(LIST)
  const table = screen.getByRole('table', { name: 'Current subscription' })
  await expect.element(table.getByText('Starter')).toBeVisible()
  const seen = table
    .getByRole('row')
    .elements()
    .slice(1)
    .map(row => [...row.children].map(cell => (cell as HTMLElement).innerText.trim()))
  expect(seen.map(([plan, badge, , , acts]) => [plan?.split('\n')[0], badge, acts?.split('\n')])).toEqual([
    ['Starter', 'Error', ['Verify Card', 'Refund initiated']],
    ['Professional', 'Active', ['Check status', 'View invoice']],
    ['Business', 'Active', ['Contact support']],
    ['Team', 'Error', ['Retry Payment', 'View invoice']],
    ['Global', 'Pending', ['View invoice']],
  ])
  await expect.element(screen.getByText('Your subscription has not started yet')).toBeVisible()
  await expect
    .element(table.getByRole('link', { name: 'Retry Payment' }))
    .toHaveAttribute('href', rows[3]?.card_update_url)
  await expect
    .element(table.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:billing@notifly.example?subject=Subscription%20Business%20(sub_Kx81)')
  const past = screen.getByRole('table', { name: 'Past subscriptions' })
  await expect.element(past.getByRole('cell', { name: 'Ended', exact: true })).toBeVisible()
  await expect.element(past.getByRole('columnheader', { name: 'Ended' })).toBeVisible()
  expect(await axeFindings()).toEqual([])

  await table.getByRole('cell', { name: 'Error' }).first().click()
  await expect.element(screen.getByText('Please wait for the refund process to be completed')).toBeVisible()
  await table.getByRole('button', { name: 'Check status' }).click()
  await expect.poll(() => sent('/api/payments/subscription/refresh')).toEqual({ subscription: idOf(1) })
  await table.getByRole('cell', { name: 'Error' }).last().click()
  await expect.poll(() => view.address()).toBe(`${LIST}/${idOf(3)}/2026-000042`)

  // Of a year nothing failed: its time is over.
  view.stop()
  api.restore()
  api = stubBilling({ current: [subscription({ status: 3, package_id: 7, card_update_url: null })] })
  await open(LIST)
  await expect.element(screen.getByText('Your plan is due for renewal')).toBeVisible()
  expect(screen.getByText('Your last payment failed').elements()).toEqual([])
})

test('no plan is offered before it is known which is paid, and none beside one whose payment failed', async () => {
  const unpaid = subscription({ status: SUBSCRIPTION_STATUS.failed })
  api = stubBilling()
  api.on('GET /api/payments/subscription', () => failed('internal'))
  await open(`${LIST}?tab=invoices&plans=monthly`)
  await expect.element(screen.getByText('2026-000042')).toBeVisible()
  await screen.getByRole('link', { name: 'Overview' }).click()
  await expect.element(screen.getByText('Couldn’t load subscriptions')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])

  api.on('GET /api/payments/subscription', ({ query }) => ok(query.get('type') === 'historic' ? [] : [unpaid]))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Your last payment failed')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

test('the first plan: Professional is offered by the month, paid at the provider, verified, and the list reads again', async () => {
  api = stubBilling()
  api.on('POST /api/payments/subscription', () => ok({ uuid: idOf(1), subscription_id: 'sub_1', checkout: checkout() }))
  api.on('POST /api/payments/subscription/verify', () => failed('unavailable'))
  await open(`/applications/${APPLICATION}/settings/usage-logs`)
  await screen.getByRole('link', { name: 'Upgrade' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Choose plan' })
  await expect.element(dialog.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(dialog.getByRole('radio', { name: 'Professional' })).toBeChecked()
  await expect.element(dialog.getByText('$49', { exact: true })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('tab', { name: 'Annual' }).click()
  await expect.element(dialog.getByText('$539', { exact: true })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Monthly' }).click()
  await dialog.getByRole('radio', { name: 'Business' }).click()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD sub_1')
  expect(sent('/api/payments/subscription')).toEqual({ plan_id: 'business-monthly', frequency: 'monthly' })

  // Turned away from: the choice is still there, and the payment goes on where it was.
  frame()?.provider?.modal.ondismiss()
  await expect.element(dialog.getByRole('radio', { name: 'Business' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(() => frame()?.provider).toBeDefined()
  pay()
  await expect.element(screen.getByText(/If you paid, your payment is safe/)).toBeVisible()
  api.on('POST /api/payments/subscription/verify', () => ok(subscription()))
  api.on('GET /api/payments/subscription', ({ query }) => ok(query.get('type') === 'current' ? [subscription()] : []))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(screen.getByRole('table', { name: 'Current subscription' }).getByText('Professional'))
    .toBeVisible()
  expect(sent('/api/payments/subscription/verify')).toEqual({
    subscription_id: 'sub_1',
    payment_id: 'pay_7',
    signature: 'signed',
    payment_gateway_id: 1,
  })
  expect(view.address()).toBe(LIST)
  expect(screen.getByRole('link', { name: 'Upgrade' }).elements()).toEqual([])
})

test('a subscription that could not begin verifies the card; a script that does not come is told and tried again', async () => {
  api = stubBilling()
  api.on('POST /api/payments/subscription', () => failed('unavailable'))
  await open(`${LIST}?plans=annual`)
  await screen.getByRole('button', { name: 'Proceed' }).click()
  const verify = screen.getByRole('dialog', { name: 'Verify your card' })
  await expect.element(verify.getByText(/Nothing was charged/)).toBeVisible()
  const broken = checkout('/no-such-script.js?' + crypto.randomUUID())
  api.on('POST /api/payments/subscription', () => ok({ uuid: idOf(1), order_id: 'order_1', checkout: broken }))
  await verify.getByRole('button', { name: 'Verify Card' }).click()
  await expect.element(screen.getByText(/content blockers/)).toBeVisible()
  expect(sent('/api/payments/subscription')).toEqual({ plan_id: 'professional-annual', frequency: 'annually' })
  api.on('POST /api/payments/subscription', () => ok({ uuid: idOf(1), order_id: 'order_1', checkout: checkout() }))
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await screen.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(() => frame()?.document.body.textContent).toBe('4900 USD order_1')

  // What was paid is not what was asked: it goes back, and there is nothing to try again.
  api.on('POST /api/payments/subscription/verify', () => failed('conflict', { key: 'billing.otherAmount' }))
  pay()
  const refunded = screen.getByRole('dialog', { name: 'Your payment is being refunded' })
  await expect.element(refunded.getByText(/didn’t match the price/)).toBeVisible()
  expect(refunded.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
})

test('one subscription: its status is checked there, it is cancelled after a question, and a monthly plan is updated', async () => {
  const rows = [subscription({ status: SUBSCRIPTION_STATUS.processing })]
  api = stubBilling({ current: rows })
  api.on('POST /api/payments/subscription/refresh', () => {
    rows[0] = subscription({ change: { type: 'downgrade', new_plan_id: 'starter-monthly', amount: 0, date: END } })
    return ok(rows[0])
  })
  api.on('GET /api/payments/subscription/change', () =>
    ok({
      type: 'upgrade',
      new_plan_id: 'business-monthly',
      amount: 7500,
      date: START,
      currency: 'USD',
      how: 'in_place',
    }),
  )
  api.on('POST /api/payments/subscription/update', () => ok({ subscription: rows[0] }))
  api.on('POST /api/payments/subscription/cancel', () => ok(rows[0]))
  await open(ONE)
  await screen.getByRole('button', { name: 'Check status' }).click()
  await expect.element(screen.getByText('Downgrade to Starter on 1 December 2026')).toBeVisible()
  await expect.element(screen.getByText('Visa card ending with 4242')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = screen.getByRole('dialog', { name: 'Cancel Professional?' })
  await expect.element(question.getByText(/stays active until 1 December 2026/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.poll(() => sent('/api/payments/subscription/cancel')).toEqual({ subscription: idOf(1) })

  await screen.getByRole('button', { name: 'Change plan' }).click()
  await screen.getByRole('button', { name: 'Upgrade: Business' }).click()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => view.address()).toBe(LIST)
  expect(sent('/api/payments/subscription/update')).toEqual({ plan_id: 'business-monthly' })
})

test('an invoice has all that its paper needs; a refund has a minus sign and no payment', async () => {
  const paid = { amount: 4900, amount_refunded: 0, card: null, wallet: null, vpa: null }
  api = stubBilling()
  await open(`${ONE}/${idOf(9)}`)
  await expect.element(screen.getByRole('heading', { name: 'BILL INVOICE' })).toBeVisible()
  await expect.poll(() => view.address()).toBe(`${ONE}/2026-000042`)
  const text = () => document.querySelector('article')?.innerText.replaceAll(/\s+/g, ' ')
  expect(text()).toContain('Palmyra Goods LLP 14 Harbour Road Kochi 682001')
  expect(text()).toContain('Sr. no. Plan name Subscription duration Payment details')
  expect(text()).toContain('1 Professional 1 November 2026 - 1 December 2026 Visa card ending with 4242')
  expect(text()).toContain('Amount USD 49.00 INVOICE VALUE (USD) Forty-nine dollars')
  expect(text()).toContain('For Notifly Sector 30A, Vashi Navi Mumbai 400703')
  expect(await axeFindings()).toEqual([])

  api.on('GET /api/payments/subscription/invoice', ({ query }) => {
    const number = query.get('invoice_uuid') ?? ''
    if (number === '43') {
      const taxes = [{ name: 'GST', rate: '18', amount: 747 }]
      return ok(invoice({ number, status: 5, credits: '2026-000042', invoice_amount: 4900, taxes }))
    }
    const how = number === '44' ? { method: 'wallet', wallet: 'paypal' } : { method: 'upi', vpa: 'asha@okbank' }
    return ok(invoice({ number, currency: number === '44' ? 'JPY' : 'BHD', card_meta: { ...paid, ...how } }))
  })
  await view.router.navigate({ to: `${ONE}/43` as never })
  await expect.element(screen.getByRole('heading', { name: 'REFUND INVOICE' })).toBeVisible()
  expect(text()).not.toContain('Payment details')
  expect(text()).toContain('Refund of 2026-000042')
  expect(text()).toContain('Includes GST 18% -USD 7.47 Amount -USD 49.00')
  await view.router.navigate({ to: `${ONE}/44` as never })
  await expect.poll(text).toContain('Paid via PayPal Amount JPY 4,900')
  await view.router.navigate({ to: `${ONE}/45` as never })
  await expect.poll(text).toContain('UPI ending with id asha@okbank Amount BHD 4.900')

  api.on('GET /api/payments/subscription/invoice', () => failed('internal'))
  await view.router.navigate({ to: `${ONE}/46` as never })
  await expect.element(screen.getByText('Couldn’t load this invoice')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Invoices' })).toBeInTheDocument()
})

test('invoices are found by kind; preferences are saved in their order; what was refused stays typed', async () => {
  api = stubBilling({ current: [subscription()] })
  const refund = invoiceRow({ uuid: idOf(7), number: '2026-000043', status: 5, credits: '2026-000042' })
  api.on('GET /api/payments/invoices', () => page([refund]))
  api.on('POST /api/user/preferences', () =>
    failed('invalidInput', { errors: [{ field: 'phone_number', message: 'This is no phone number' }] }),
  )
  await open(`${LIST}?tab=invoices`)
  await expect.element(screen.getByRole('cell', { name: '-$49.00' })).toBeVisible()
  await expect.element(screen.getByText('Refunds 2026-000042')).toBeVisible()
  await screen.getByRole('button', { name: /^Type:/ }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: 'Refund' }))
  await expect.poll(() => view.address()).toContain('status=refund')
  await expect
    .poll(() => api.asked.findLast(({ path }) => path === '/api/payments/invoices')?.query.get('status'))
    .toBe('refund')

  const file = screen.getByRole('button', { name: 'Download CSV' })
  await expect.element(file).toBeEnabled()
  api.on('GET /api/payments/invoices', () => page([]))
  await screen.getByRole('searchbox').fill('none')
  await expect.element(file).toBeDisabled()

  await screen.getByRole('link', { name: 'Billing preferences' }).click()
  await expect.element(screen.getByLabelText('Company name')).toHaveValue('Palmyra')
  const labels = [...document.querySelectorAll('form label')].map(label => label.textContent)
  expect(labels).toEqual(['Company name', 'Billing address', 'Phone number', 'Get a text message when a payment fails'])
  await screen.getByLabelText('Billing address').fill('14 Harbour Road\nKochi')
  await screen.getByLabelText('Phone number').fill('1')
  await screen.getByRole('checkbox').click()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save preferences' }).click()
  await expect.element(screen.getByText('This is no phone number')).toBeVisible()
  await expect.element(screen.getByLabelText('Phone number')).toHaveValue('1')
  expect(sent('/api/user/preferences')).toEqual({
    company_name: 'Palmyra',
    billing_address: '14 Harbour Road\nKochi',
    phone_number: '1',
    get_text_when_payment_fails: true,
  })
})

test('a double click buys once; a card is verified half a second after the lists were read again', async () => {
  api = stubBilling()
  let refusedAtMs = 0
  const answer = Promise.withResolvers<undefined>()
  api.on('POST /api/payments/subscription', async () => {
    await answer.promise
    refusedAtMs = performance.now()
    return failed('unavailable')
  })
  await open(`${LIST}?plans=monthly`)
  await screen.getByRole('button', { name: 'Proceed' }).dblClick()
  answer.resolve(undefined)
  await expect.element(screen.getByRole('dialog', { name: 'Verify your card' })).toBeVisible()
  expect(performance.now() - refusedAtMs).toBeGreaterThanOrEqual(500)
  expect(api.asked.filter(one => one.method === 'POST' && one.path === '/api/payments/subscription')).toHaveLength(1)
})

test('owners find the subscription in their menu; "Upgrade" is there before the first plan, unless a page failed', async () => {
  api = stubBilling()
  await open(`/applications/${APPLICATION}/settings/usage-logs`)
  await expect.element(screen.getByRole('link', { name: 'Upgrade' })).toBeVisible()
  await screen.getByRole('button', { name: /profile/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Subscription' })).toHaveAttribute('href', LIST)
  setFlags({ pageError: new ApiError({ status: 503, message: '', code: 503, method: 'GET', path: '/' }) })
  await expect.element(screen.getByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument()
  setFlags({ pageError: undefined })
  view.stop()
  api.restore()

  api = stubBilling({ historic: [subscription({ ended_on: START })] })
  await open(`/applications/${APPLICATION}/settings/usage-logs`)
  await expect.poll(() => billingCalls().some(({ query }) => query.get('type') === 'historic')).toBe(true)
  expect(screen.getByRole('link', { name: 'Upgrade' }).elements()).toEqual([])
})

test('where nothing is sold there is no way to it, and others than owners and admins are asked nothing', async () => {
  api = stubBilling({ billing: false })
  await open(`/applications/${APPLICATION}/settings/usage-logs`)
  await screen.getByRole('button', { name: /profile/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  expect(screen.getByText('Subscription').elements()).toEqual([])
  expect(billingCalls()).toEqual([])
  view.stop()
  api.restore()

  api = stubBilling()
  api.on('GET /authP/organization/granters', () => ok([{ name: 'Meera', email: 'meera@palmyra.example' }]))
  await open(LIST, user({ role: { uuid: idOf(1), name: 'Creator' } }))
  await expect.element(screen.getByText('Only owners and admins manage the subscription')).toBeVisible()
  expect(screen.getByRole('link', { name: /Subscription|Upgrade/ }).elements()).toEqual([])
  expect(billingCalls()).toEqual([])
})
