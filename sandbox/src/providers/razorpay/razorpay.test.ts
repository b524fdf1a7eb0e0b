import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  act,
  apiOf,
  type Call,
  checkout,
  DAY,
  INDIAN,
  type Json,
  newPlan,
  post,
  startHook,
  subscribed,
  UPI,
} from '../../testing/razorpay-shop.ts'
import { testDirectory, testSandbox } from '../../testing/test-sandbox.ts'
import { KEY_SECRET } from './state.ts'

const sign = (text: string) => createHmac('sha256', KEY_SECRET).update(text).digest('hex')
const byNumber = (one: number, other: number) => one - other

test('calls are refused as Razorpay does: keys, addresses, ids and fields', async () => {
  const api = apiOf(await testSandbox())
  const refusal = async (path: string, call?: Call) => {
    const { status, body } = await api(path, call)
    return [status, body.error.code, body.error.description, body.error.field]
  }
  const code = 'BAD_REQUEST_ERROR'
  expect(await refusal('/plans', { secret: 'wrong' })).toEqual([401, code, 'Authentication failed', undefined])
  expect(await refusal('/nothing')).toEqual([400, code, 'The requested URL was not found on the server.', undefined])
  expect(await refusal('/payments/pay_x')).toEqual([400, code, 'The id provided does not exist', undefined])
  expect(await refusal('/orders', { body: { amount: 99, currency: 'INR' } })).toEqual([
    400,
    code,
    'The amount must be at least INR 1.00',
    'amount',
  ])
  expect(await refusal('/orders', { body: { amount: 500.5, currency: 'INR' } })).toContain('The amount is invalid.')
  expect(await refusal('/orders', { body: { amount: 500 } })).toContain('The currency field is required.')
  expect(await refusal('/orders', { body: { amount: 1005, currency: 'KWD' } })).toContain('amount')
  expect(await refusal('/orders', { body: { amount: 500, currency: 'INR', color: 'red' } })).toContain(
    'color is/are not required and should not be sent',
  )
  expect(await refusal('/subscriptions', { body: { plan_id: 'plan_x', total_count: 1 } })).toContain(
    'The id provided does not exist',
  )
  expect((await api('/orders', { body: { amount: 1, currency: 'JPY' } })).status).toBe(200)
})

test('an order is paid once, its proof is signed by its own id first, and money goes back in parts', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const hook = await startHook(sandbox)
  const body = { amount: 12_500, currency: 'USD', receipt: 'r-1', notes: {}, unique_receipt: true }
  const order = (await api('/orders', { body })).body
  expect(order).toMatchObject({ status: 'created', notes: [], amount_due: 12_500, attempts: 0 })
  expect((await api('/orders', { body })).body.id).toBe(order.id)

  expect(await checkout(sandbox, { order_id: order.id, amount: 1 })).toBe(
    'The page named another amount than its order.',
  )
  const { failed } = await checkout(sandbox, { order_id: order.id }, { fails: true })
  expect(failed.metadata).toEqual({ order_id: order.id, payment_id: expect.stringMatching(/^pay_\w{14}$/) })
  const { paid } = await checkout(sandbox, { order_id: order.id })
  const id = paid.razorpay_payment_id
  expect(paid.razorpay_signature).toBe(sign(`${order.id}|${id}`))
  expect(await checkout(sandbox, { order_id: order.id })).toBe('This order is paid already.')
  expect(hook.heard.every(({ isGenuine }) => isGenuine)).toBe(true)
  expect((await hook.until('order.paid')).map(({ event }) => event)).toEqual([
    'payment.failed',
    'payment.authorized',
    'payment.captured',
    'order.paid',
  ])

  const plain = (await api(`/payments/${id}`)).body
  expect(plain).toMatchObject({ status: 'captured', order_id: order.id, method: 'card', international: true, fee: 295 })
  expect(plain).not.toHaveProperty('card')
  expect((await api(`/payments/${id}?expand[]=card`)).body.card).toMatchObject({ network: 'MasterCard', last4: '5558' })
  expect((await api(`/orders/${order.id}/payments`)).body).toMatchObject({ count: 2, items: [{ id }, {}] })
  expect((await api('/payments?count=1&skip=1')).body.items).toMatchObject([{ status: 'failed' }])

  const refund = (amount: number | undefined, key: string) =>
    api(`/payments/${id}/refund`, { body: { amount }, headers: { 'x-refund-idempotency': key } })
  const first = await refund(2500, 'refund-0001')
  expect(first.body).toMatchObject({ status: 'processed', amount: 2500, payment_id: id })
  expect((await refund(2500, 'refund-0001')).body.id).toBe(first.body.id)
  expect((await refund(2600, 'refund-0001')).status).toBe(409)
  expect((await refund(10_001, 'refund-0002')).body.error.description).toMatch(/greater than amount captured/)
  await sandbox.put('/api/faults/razorpay', { refund_fail_next: 1 })
  expect((await refund(500, 'refund-0003')).body.status).toBe('pending')
  expect((await hook.until('refund.failed')).map(({ event }) => event)).toEqual([
    'refund.created',
    'refund.processed',
    'refund.created',
    'refund.failed',
  ])
  expect((await refund(undefined, 'refund-0004')).body.amount).toBe(10_000)
  expect((await api(`/payments/${id}`)).body).toMatchObject({ status: 'refunded', refund_status: 'full' })
  expect((await refund(100, 'refund-0005')).body.error.description).toMatch(/fully refunded already/)
})

test('a subscription that starts at once is charged, renewed by the clock, and completed', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const hook = await startHook(sandbox)
  const plan = await newPlan(api)
  const created = (
    await api('/subscriptions', { body: { plan_id: plan, total_count: 2, quantity: 3, customer_notify: 0 } })
  ).body
  expect(created).toMatchObject({ status: 'created', customer_notify: false, start_at: null, notes: [], paid_count: 0 })
  const { paid } = await checkout(sandbox, { subscription_id: created.id })
  expect(paid.razorpay_signature).toBe(sign(`${paid.razorpay_payment_id}|${created.id}`))
  const events = await hook.until('subscription.charged')
  expect(events.map(({ event }) => event)).toEqual([
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'invoice.paid',
    'subscription.authenticated',
    'subscription.activated',
    'subscription.charged',
  ])
  expect(events.at(-1)?.body).toMatchObject({
    entity: 'event',
    contains: ['subscription', 'payment'],
    payload: { subscription: { entity: { status: 'active' } }, payment: { entity: { card: { last4: '5558' } } } },
  })
  expect(new Set(events.map(({ id }) => id)).size).toBe(7)
  const active = (await api(`/subscriptions/${created.id}`)).body
  expect(active).toMatchObject({ status: 'active', paid_count: 1, remaining_count: 1, payment_method: 'card' })
  expect(active.charge_at).toBe(active.current_end)

  expect(await act(sandbox, { do: 'leap', by: 'next' })).toBe(200)
  expect((await hook.until('subscription.completed')).at(-1)?.body.created_at).toBe(active.current_end)
  const done = (await api(`/subscriptions/${created.id}`)).body
  expect(done).toMatchObject({ status: 'completed', paid_count: 2, remaining_count: 0, charge_at: null })
  expect(done.current_start).toBe(active.current_end)
  const invoices = (await api(`/invoices?subscription_id=${created.id}`)).body
  expect(invoices).toMatchObject({ count: 2, items: [{ status: 'paid', amount: 14_700 }, { amount_due: 0 }] })
  expect((await api(`/subscriptions/${created.id}/cancel`, { body: {} })).body.error).toMatchObject({
    description: 'Subscription is not cancellable in completed status.',
    field: 'status',
  })
  expect(await act(sandbox, { do: 'leap', by: 'next' })).toBe(409)
})

test('a trial is authorised with an amount that goes back, and begins when its time has come', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const hook = await startHook(sandbox)
  const startAt = Math.floor(Date.now() / 1000) + 10 * DAY
  const trial = await subscribed(sandbox, api, await newPlan(api), { start_at: startAt })
  expect(trial).toMatchObject({ status: 'authenticated', charge_at: startAt, paid_count: 0 })
  expect((await hook.until('subscription.authenticated')).map(({ event }) => event)).toContain('refund.processed')
  expect((await api('/payments')).body.items).toMatchObject([{ amount: 500, status: 'refunded' }])
  await act(sandbox, { do: 'leap', by: 'month' })
  expect((await hook.until('subscription.charged')).map(({ event }) => event)).toEqual([
    'subscription.activated',
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'invoice.paid',
    'subscription.charged',
  ])
  expect((await api(`/subscriptions/${trial.id}`)).body).toMatchObject({ status: 'active', current_start: startAt })
})

test('what is paused is not charged, and begins anew when it is resumed; an addon is paid up front', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const plan = await newPlan(api)
  const one = await subscribed(sandbox, api, plan)
  const paused = await api(`/subscriptions/${one.id}/pause`, { body: { pause_at: 'now' } })
  expect(paused.body).toMatchObject({ status: 'paused', charge_at: null })
  await act(sandbox, { do: 'leap', by: 'year' })
  expect((await api(`/subscriptions/${one.id}`)).body.paid_count).toBe(1)
  const resumed = (await api(`/subscriptions/${one.id}/resume`, { body: {} })).body
  expect(resumed.status).toBe('active')
  expect((await api(`/subscriptions/${one.id}`)).body).toMatchObject({
    paid_count: 2,
    current_start: resumed.current_end,
  })
  expect((await api(`/subscriptions/${one.id}/resume`, { body: {} })).status).toBe(400)

  const addons = [{ item: { name: 'Set-up', amount: 1000, currency: 'USD' } }]
  const startAt = Math.floor(Date.now() / 1000) + 400 * DAY
  const trial = (await api('/subscriptions', { body: { plan_id: plan, total_count: 1, start_at: startAt, addons } }))
    .body
  await checkout(sandbox, { subscription_id: trial.id })
  expect((await api(`/invoices?subscription_id=${trial.id}`)).body.items).toMatchObject([
    { amount: 1000, status: 'paid' },
  ])
  expect((await api(`/subscriptions/${trial.id}/pause`, { body: {} })).body.status).toBe('cancelled')
})

test('a charge that fails is tried on three more days, then halts; another card pays what is open, or goes on', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const hook = await startHook(sandbox)
  const plan = await newPlan(api)
  const one = await subscribed(sandbox, api, plan)
  await sandbox.put('/api/faults/razorpay', { fail_next: 5 })
  await hook.until('subscription.charged')
  await act(sandbox, { do: 'leap', by: 'next' })
  await hook.until('subscription.pending')
  const pending = (await api(`/subscriptions/${one.id}`)).body
  expect(pending).toMatchObject({
    status: 'pending',
    auth_attempts: 1,
    paid_count: 1,
    charge_at: one.current_end + DAY,
  })
  for (let day = 0; day < 3; day++) await act(sandbox, { do: 'leap', by: 'day' })
  await hook.until('subscription.halted')
  const halted = (await api(`/subscriptions/${one.id}`)).body
  expect(halted).toMatchObject({ status: 'halted', auth_attempts: 4, charge_at: halted.current_end })
  await act(sandbox, { do: 'leap', by: 'month' })
  const invoices = async () =>
    (await api(`/invoices?subscription_id=${one.id}`)).body.items.map((each: Json) => each.status)
  expect(await invoices()).toEqual(['issued', 'issued', 'paid'])
  await checkout(sandbox, { subscription_id: one.id, subscription_card_change: true })
  expect((await hook.until('subscription.activated')).map(({ event }) => event)).not.toContain('subscription.charged')
  expect(await invoices()).toEqual(['issued', 'issued', 'paid'])

  // One more of the five is left.
  await act(sandbox, { do: 'leap', by: 'next' })
  expect((await api(`/subscriptions/${one.id}`)).body.status).toBe('pending')
  await hook.until('subscription.pending')
  const { paid } = await checkout(
    sandbox,
    { subscription_id: one.id, subscription_card_change: true },
    { instrument: INDIAN },
  )
  expect(paid.razorpay_signature).toBe(sign(`${paid.razorpay_payment_id}|${one.id}`))
  expect((await hook.until('subscription.charged')).map(({ event }) => event)).toContain('subscription.activated')
  expect((await api(`/subscriptions/${one.id}`)).body).toMatchObject({ status: 'active', paid_count: 2 })
  expect((await invoices())[0]).toBe('paid')
  expect((await sandbox.get('/api/faults/razorpay')).body.data.fail_next).toBe(0)
})

test('a plan changes now for its pro-rated price, or with the cycle; Indian cards and UPI refuse', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const [small, large, yearly] = [
    await newPlan(api),
    await newPlan(api, { amount: 9900, name: 'Professional' }),
    await newPlan(api, { amount: 108_900, period: 'yearly' }),
  ]
  const change = (id: string, body: object) => api(`/subscriptions/${id}`, { method: 'PATCH', body })
  const indian = await subscribed(sandbox, api, small, { instrument: INDIAN })
  expect((await change(indian.id, { plan_id: large })).body.error.description).toMatch(/domestic cards/)
  const rupees = await newPlan(api, { currency: 'INR' })
  const upi = await subscribed(sandbox, api, rupees, { instrument: UPI })
  expect((await change(upi.id, { plan_id: rupees })).body.error.description).toBe(
    'subscriptions cannot be updated when payment mode is UPI',
  )
  const { id, current_end: end } = await subscribed(sandbox, api, small)
  await sandbox.put('/api/faults/razorpay', { fail_next: 1 })
  expect((await change(id, { plan_id: large })).status).toBe(400)
  expect((await api(`/subscriptions/${id}`)).body.plan_id).toBe(small)
  expect((await change(id, { plan_id: large })).body).toMatchObject({ plan_id: large, current_end: end })
  const newest = async () => (await api('/payments?count=1')).body.items[0]
  expect(await newest()).toMatchObject({ amount: 5000, status: 'captured' })
  await change(id, { plan_id: small })
  expect(await newest()).toMatchObject({ amount_refunded: 5000 })

  const other = await subscribed(sandbox, api, small)
  const longer = (await change(other.id, { plan_id: yearly })).body
  expect(await newest()).toMatchObject({ amount: 104_000, status: 'captured' })
  expect(longer.current_end - longer.current_start).toBeGreaterThanOrEqual(365 * DAY)

  expect((await change(id, { plan_id: yearly, schedule_change_at: 'cycle_end' })).body).toMatchObject({
    plan_id: small,
    has_scheduled_changes: true,
    change_scheduled_at: end,
  })
  expect((await api(`/subscriptions/${id}/retrieve_scheduled_changes`)).body.plan_id).toBe(yearly)
  await api(`/subscriptions/${id}/cancel_scheduled_changes`, { method: 'POST', body: {} })
  expect((await api(`/subscriptions/${id}/retrieve_scheduled_changes`)).status).toBe(400)
  await change(id, { plan_id: yearly, schedule_change_at: 'cycle_end' })
  await api(`/subscriptions/${indian.id}/cancel`, { body: { cancel_at_cycle_end: 1 } })
  expect((await api(`/subscriptions/${indian.id}`)).body.status).toBe('active')
  await act(sandbox, { do: 'leap', by: 'month' })
  expect((await api(`/subscriptions/${indian.id}`)).body).toMatchObject({ status: 'cancelled', paid_count: 1 })
  const changed = (await api(`/subscriptions/${id}`)).body
  expect(changed).toMatchObject({ plan_id: yearly, paid_count: 2, current_start: end })
  expect(changed.current_end - end).toBeGreaterThanOrEqual(365 * DAY)
})

test('UPI is for rupees, wallets are for single payments, and a hosted page takes what a checkout does not', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const refused = 'This payment method is not possible here.'
  const order = (await api('/orders', { body: { amount: 500, currency: 'USD' } })).body
  expect(await checkout(sandbox, { order_id: order.id }, { instrument: UPI })).toBe(refused)
  const wallet = { method: 'wallet', wallet: 'paypal' }
  const { paid } = await checkout(sandbox, { order_id: order.id }, { instrument: wallet })
  expect((await api(`/payments/${paid.razorpay_payment_id}`)).body).toMatchObject({ wallet: 'paypal', card_id: null })
  const { id, short_url: address } = await subscribed(sandbox, api, await newPlan(api, { currency: 'INR' }))
  expect(await checkout(sandbox, { subscription_id: id }, { instrument: wallet })).toMatch(/authorized already/)
  const asked = { subscription_id: id, subscription_card_change: true }
  expect(await checkout(sandbox, asked, { instrument: UPI })).toBe(refused)
  expect(await (await fetch(address)).text()).toContain('New payment method')
  await checkout(sandbox, asked, { instrument: UPI, isHosted: true })
  expect((await api(`/subscriptions/${id}`)).body.payment_method).toBe('upi')
  expect(await checkout(sandbox, asked, { instrument: UPI, isHosted: true })).toBe(refused)
})

test('webhooks are tried again; dials double, disorder, lose and forge them', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const order = async () => {
    const { body } = await api('/orders', { body: { amount: 500, currency: 'USD' } })
    await checkout(sandbox, { order_id: body.id })
  }
  const hook = await startHook(sandbox, 2)
  await order()
  await expect.poll(() => hook.events().length).toBe(5)
  const tries = hook.heard.splice(0)
  const retried = tries.filter(({ event }) => event === 'payment.authorized')
  expect(new Set(retried.map(({ id, body }) => id + JSON.stringify(body))).size).toBe(1)
  const list = async () => (await sandbox.get('/api/razorpay/webhooks')).body.data as Json[]
  await expect.poll(async () => (await list()).map(({ fate }) => fate)).toEqual(['taken', 'taken', 'taken'])
  expect((await list()).flatMap(({ answers }) => answers).toSorted(byNumber)).toEqual([200, 200, 200, 500, 500])

  await sandbox.put('/api/faults/razorpay', { doubled_rate: 1, disorder_rate: 1 })
  await order()
  const twice = await hook.until('payment.authorized')
  await expect.poll(() => [...twice, ...hook.heard].length).toBe(6)
  const doubled = [...twice, ...hook.heard.splice(0)]
  expect(doubled.map(({ event }) => event)).toEqual(
    ['order.paid', 'payment.captured', 'payment.authorized'].flatMap(event => [event, event]),
  )
  expect(new Set(doubled.map(({ id }) => id)).size).toBe(3)

  await sandbox.put('/api/faults/razorpay', { forged_rate: 1, lost_rate: 1 })
  await order()
  await expect.poll(() => hook.heard.map(({ isGenuine }) => isGenuine)).toEqual([false, false, false])
  const lost = (await list()).find(({ fate }) => fate === 'lost')
  await sandbox.put('/api/faults/razorpay', {})
  hook.heard.splice(0)
  expect(await act(sandbox, { do: 'send_again', webhook: lost.id })).toBe(200)
  expect(await hook.until(lost.event)).toMatchObject([{ id: lost.id, isGenuine: true }])
  expect((await post(sandbox, '/razorpay/webhook', { url: 'https://shop.example/x', secret: 's' })).status).toBe(400)
})

test('calls fail by the dials: throttled, before or after they were done', async () => {
  const sandbox = await testSandbox()
  const api = apiOf(sandbox)
  const order = async (dials: object) => {
    await sandbox.put('/api/faults/razorpay', dials)
    return (await api('/orders', { body: { amount: 500, currency: 'USD' } })).status
  }
  expect(await order({ throttle_rate: 1 })).toBe(429)
  expect(await order({ error_rate: 1 })).toBe(500)
  expect(await order({ blind_rate: 1 })).toBe(502)
  expect((await fetch(`${sandbox.url}/faults`)).status).toBe(200)
  await sandbox.put('/api/faults/razorpay', {})
  expect((await api('/orders')).body.count).toBe(1)
})

test('the account outlives a restart, and its page shows it and does what its buttons say', async () => {
  const dataDir = await testDirectory()
  const first = await testSandbox({ dataDir })
  const empty = await (await fetch(`${first.url}/payments`)).text()
  for (const words of ['Subscribe to a plan in Notifly', 'no address yet', 'rzp_test_sandbox'])
    expect(empty).toContain(words)
  const { id } = await subscribed(first, apiOf(first), await newPlan(apiOf(first), { name: '<b>Pro</b>' }))
  await act(first, { do: 'leap', by: 'year' })
  await first.stop()

  const sandbox = await testSandbox({ dataDir })
  const api = apiOf(sandbox)
  const page = async () => (await fetch(`${sandbox.url}/payments`)).text()
  const press = (fields: Record<string, string>, path = '/payments') =>
    fetch(sandbox.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect((await api(`/subscriptions/${id}`)).body).toMatchObject({ status: 'completed', paid_count: 12 })
  const text = await page()
  expect(text).toContain('&lt;b&gt;Pro&lt;/b&gt;')
  expect(text).toContain('days ahead')
  const [newest] = (await api('/payments')).body.items
  expect(
    (await press({ do: 'refund', payment: newest.id, amount: '12.5', part: 'payments' })).headers.get('location'),
  ).toBe('/payments#payments')
  expect((await api(`/payments/${newest.id}`)).body.amount_refunded).toBe(1250)
  expect(await page()).toContain('$12.50 refunded')
  expect((await press({ do: 'refund', payment: newest.id, amount: 'much' })).status).toBe(409)
  expect((await press({ do: 'cancel', subscription: id })).status).toBe(409)
  expect((await press({ url: 'http://localhost:1/x', secret: 's3cret' }, '/payments/webhook')).status).toBe(303)
  expect(await page()).toContain('value="http://localhost:1/x"')

  const other = await subscribed(sandbox, api, await newPlan(api))
  await press({ do: 'halt', subscription: other.id })
  expect((await api(`/subscriptions/${other.id}`)).body.status).toBe('halted')
  const [sent] = (await sandbox.get('/api/razorpay/webhooks')).body.data
  expect(await (await fetch(`${sandbox.url}/payments?webhook=${sent.id}`)).text()).toContain('x-razorpay-event-id')
})
