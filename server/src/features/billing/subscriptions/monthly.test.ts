import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { expect, test } from 'vitest'
import { FOREIGN, INDIAN, openShop, signedHook } from '../../../testing/billing.ts'
import { compareDue, compareOne } from '../compare.ts'
import { readHookStanding } from '../hook/address.ts'
import { deleteOldEvents } from '../hook/events.ts'
import { limitsOf } from '../limits.ts'

const shop = await openShop()
const { kit, act, begin, books, buy, change, dial, invoices, list, pay, verify } = shop
const { call, deps, database } = kit

const DAY_MS = 86_400_000
const contactsOf = async (organizationId: string) =>
  (await limitsOf(database.kysely, deps.config, organizationId)).contacts
const statusOf = async (owner: Parameters<typeof list>[0]) => (await list(owner))[0]?.status
const subscriptionsAt = async () => (await books())['subscriptions'] ?? []

test('a month is bought, and its limits hold once the provider has the money', async () => {
  const owner = await kit.withApplication()
  expect(await contactsOf(owner.organizationId)).toBe(500)
  const begun = await begin(owner, 'professional-monthly')
  expect(begun.data).toMatchObject({
    subscription_id: expect.stringMatching(/^sub_/),
    checkout: { key: 'rzp_test_sandbox', name: 'Notifly', description: 'Professional', amount: 9900, currency: 'USD' },
  })
  expect(await list(owner)).toMatchObject([{ status: 0, period_start: null, invoice_uuid: null }])
  expect(await contactsOf(owner.organizationId)).toBe(500)
  const proof = await pay(begun.data)
  const verified = await verify(owner, proof)
  expect(verified.data).toMatchObject({
    status: 2,
    gateway_subscription_id: begun.data.subscription_id,
    gateway_transaction_id: null,
    name: 'Professional',
    card_meta: { method: 'card', network: 'MasterCard', last4: '5558' },
    card_update_url: expect.stringContaining('/razorpay/i/'),
    invoice_uuid: expect.any(String),
  })
  expect(verified.data.next_charge).toBe(verified.data.period_end)
  expect(await contactsOf(owner.organizationId)).toBe(100_000)
  // The same proof again changes nothing.
  expect((await verify(owner, proof)).data.status).toBe(2)
  expect(await invoices(owner)).toMatchObject([{ status: 3, invoice_amount: 9900, credits: null }])
  const plans = await call<{ id: string; card_meta: object | null }[]>('GET', '/api/payments/subscription/plan', owner)
  expect(plans.data.filter(plan => plan.card_meta !== null)).toMatchObject([{ id: 'professional-monthly' }])
  expect((await begin(owner, 'business-monthly')).status).toBe(409)
})

test('two tabs that pay at once have one subscription, and a lost answer of the provider makes no second one', async () => {
  const owner = await kit.withApplication()
  const before = (await subscriptionsAt()).length
  await dial({ blind_rate: 1 })
  const lost = await begin(owner, 'starter-monthly')
  expect(lost.status).toBe(503)
  await dial({})
  const tabs = await Promise.all([1, 2, 3].map(() => begin(owner, 'starter-monthly')))
  expect(tabs.map(tab => tab.status)).toEqual([200, 200, 200])
  expect(new Set(tabs.map(tab => tab.data.subscription_id)).size).toBe(1)
  expect((await subscriptionsAt()).length - before).toBe(1)
})

test('another plan takes the place of an attempt that was not paid, and the first cannot be paid any more', async () => {
  const owner = await kit.withApplication()
  const first = await begin(owner, 'starter-monthly')
  const second = await begin(owner, 'business-monthly')
  expect(second.status).toBe(200)
  await expect(pay(first.data)).rejects.toThrow('nothing was paid')
  await verify(owner, await pay(second.data))
  expect(await list(owner)).toMatchObject([{ plan_id: 'business-monthly', status: 2 }])
  expect(await list(owner, 'historic')).toEqual([])
})

test('what a browser claims is checked: signatures, ids of others, and payments of other things', async () => {
  const owner = await kit.withApplication()
  const stranger = await kit.withApplication()
  const begun = await begin(owner, 'starter-monthly')
  const other = await begin(stranger, 'starter-monthly')
  const proof = await pay(other.data)
  const claim = { ...proof, subscription_id: begun.data.subscription_id }
  expect((await verify(owner, claim)).status).toBe(400)
  expect((await verify(owner, { ...claim, signature: 'f'.repeat(64) })).status).toBe(400)
  expect((await verify(owner, proof)).status).toBe(404)
  expect(await statusOf(owner)).toBe(0)
  expect((await change(stranger, 'cancel', { subscription: begun.data.uuid })).status).toBe(404)
  expect((await change(stranger, 'refresh', { subscription: begun.data.uuid })).status).toBe(404)
  const cheaper = { plan_id: 'starter-monthly', frequency: 'monthly', amount: 1, price: 1, currency: 'JPY' }
  const asked = await call<{ checkout: object }>('POST', '/api/payments/subscription', { ...owner, body: cheaper })
  expect(asked.data.checkout).toMatchObject({ amount: 2900, currency: 'USD' })
  const unknown = await begin(owner, 'enterprise-monthly')
  expect([unknown.status, unknown.body.errors?.[0]?.field]).toEqual([400, 'plan_id'])
})

test('a lost browser changes nothing: the webhook tells, and without it the comparison does', async () => {
  const [one, other] = [await kit.withApplication(), await kit.withApplication()]
  await pay((await begin(one, 'starter-monthly')).data)
  await expect.poll(() => statusOf(one)).toBe(2)
  await dial({ lost_rate: 1 })
  await pay((await begin(other, 'starter-monthly')).data)
  await dial({})
  expect(await statusOf(other)).toBe(0)
  const later = { ...deps, clock: { now: () => new Date(kit.clock.now().getTime() + 2 * 3_600_000) } }
  while ((await compareDue(later)) === 'more');
  expect(await statusOf(other)).toBe(2)
})

test('a charge that fails keeps the limits while it is retried, halts without them, and everything is told', async () => {
  await dial({ doubled_rate: 1, disorder_rate: 1, forged_rate: 1 })
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'professional-monthly')
  const { uuid, gateway_subscription_id: id } = bought
  await act({ do: 'fail_next', subscription: id })
  await act({ do: 'leap', by: 'month' })
  await expect.poll(() => statusOf(owner)).toBe(3)
  // The month that has begun is not paid.
  expect((await list(owner))[0]?.period_end).toBe(bought.period_end)
  expect(await contactsOf(owner.organizationId)).toBe(100_000)
  const mail = await kit.mailbox.next(owner.email)
  expect(mail.subject).toBe('A payment failed')
  expect(mail.text).toContain('The $99.00 payment for Palmyra’s Professional plan failed.')
  expect(mail.text).toContain(`/applications/${owner.applicationId}/subscription`)
  await act({ do: 'halt', subscription: id })
  await expect.poll(() => contactsOf(owner.organizationId)).toBe(500)
  expect((await kit.mailbox.next(owner.email)).subject).toBe('Your plan has stopped')
  await dial({})
  expect((await change<Subscription>(owner, 'cancel', { subscription: uuid })).data).toMatchObject({
    ended_on: expect.any(Number),
  })
  expect(await list(owner)).toEqual([])
  expect(await list(owner, 'historic')).toMatchObject([{ uuid, status: 4 }])
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from audit_entry where organization_id = $1 and action = 'subscription.state'",
    [owner.organizationId],
  )
  expect(rows[0]?.n).toBeGreaterThanOrEqual(3)
})

test('renewals make one bill each, however often they are told', async () => {
  await dial({ doubled_rate: 1, disorder_rate: 1, late_ms: 100 })
  const owner = await kit.withApplication()
  await buy(owner, 'starter-monthly')
  await act({ do: 'leap', by: 'month' })
  await act({ do: 'leap', by: 'month' })
  await expect.poll(async () => (await invoices(owner)).length).toBe(3)
  await dial({})
  const { uuid, gateway_subscription_id: id = '' } = (await list(owner))[0] ?? { uuid: '' }
  await change(owner, 'refresh', { subscription: uuid })
  expect(await invoices(owner)).toHaveLength(3)
  // The operator pauses it there, and lets it go on.
  await shop.atProvider(`/subscriptions/${id}/pause`, {})
  await expect.poll(() => statusOf(owner)).toBe(3)
  expect(await contactsOf(owner.organizationId)).toBe(500)
  await shop.atProvider(`/subscriptions/${id}/resume`, {})
  await expect.poll(() => statusOf(owner)).toBe(2)
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
  expect(kit.mailbox.waiting(owner.email)).toBe(0)
})

test('with a foreign card the plan changes in place: more at once for the difference, less at the end', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'professional-monthly', FOREIGN)
  const preview = await call<{ how: string; amount: number }>(
    'GET',
    '/api/payments/subscription/change?plan_id=business-monthly',
    owner,
  )
  expect(preview.data).toMatchObject({ type: 'upgrade', how: 'in_place', currency: 'USD' })
  const up = await change<{ subscription: Subscription }>(owner, 'update', { plan_id: 'business-monthly' })
  expect(up.data.subscription).toMatchObject({ plan_id: 'business-monthly', change: null, status: 2 })
  expect(up.data).not.toHaveProperty('checkout')
  expect(await contactsOf(owner.organizationId)).toBe(1_000_000)
  const [difference] = await invoices(owner)
  expect(Math.abs((difference?.invoice_amount ?? 0) - preview.data.amount)).toBeLessThan(100)
  const down = await change<{ subscription: Subscription }>(owner, 'update', { plan_id: 'starter-monthly' })
  expect(down.data.subscription).toMatchObject({
    plan_id: 'business-monthly',
    change: { type: 'downgrade', new_plan_id: 'starter-monthly', amount: 0, date: bought.period_end },
  })
  // Thought better of: the plan that runs is chosen, and then the smaller one all the same.
  const path = '/api/payments/subscription/change?plan_id=business-monthly'
  expect((await call('GET', path, owner)).data).toMatchObject({ type: 'keep', how: 'keep', amount: 0 })
  const kept = await change<{ subscription: Subscription }>(owner, 'update', { plan_id: 'business-monthly' })
  expect(kept.data.subscription).toMatchObject({ plan_id: 'business-monthly', change: null, status: 2 })
  expect((await change(owner, 'update', { plan_id: 'business-monthly' })).body.key).toBe('billing.samePlan')
  const { subscriptions } = await books()
  const there = subscriptions?.find(each => each['id'] === bought.gateway_subscription_id)
  expect(there).toMatchObject({ has_scheduled_changes: false })
  await change(owner, 'update', { plan_id: 'starter-monthly' })
  await act({ do: 'leap', by: 'month' })
  await expect.poll(async () => (await list(owner))[0]?.plan_id).toBe('starter-monthly')
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
})

test('an Indian card keeps its plan: a new subscription is authorised now and begins when the old one ends', async () => {
  const owner = await kit.withApplication()
  // No webhook has a look of its own in between.
  await dial({ lost_rate: 1 })
  const bought = await buy(owner, 'starter-monthly', INDIAN)
  const up = await change<{ subscription_id: string; subscription: Subscription }>(owner, 'update', {
    plan_id: 'professional-monthly',
  })
  expect(up.data).toMatchObject({ subscription_id: expect.any(String), subscription: { status: 2, change: null } })
  const again = await change<{ subscription_id: string }>(owner, 'update', { plan_id: 'professional-monthly' })
  expect(again.data.subscription_id).toBe(up.data.subscription_id)
  expect((await verify(owner, await pay(up.data, INDIAN))).data.status).toBe(1)
  expect(await list(owner)).toMatchObject([
    { uuid: bought.uuid, status: 4, change: { type: 'upgrade', new_plan_id: 'professional-monthly' } },
    { plan_id: 'professional-monthly', status: 1 },
  ])
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
  // The provider has ended the old one, and takes its time with the first charge of the new one: nothing stops between.
  await act({ do: 'cancel', subscription: bought.gateway_subscription_id })
  const later = { now: () => new Date(((bought.period_end ?? 0) + 3600) * 1000) }
  await compareOne({ ...deps, clock: later }, { subscription_id: bought.uuid })
  await dial({})
  expect(await list(owner)).toMatchObject([{ uuid: bought.uuid, status: 4 }, { status: 1 }])
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
  await act({ do: 'leap', by: 'month' })
  await expect.poll(() => list(owner)).toMatchObject([{ plan_id: 'professional-monthly', status: 2 }])
  expect(await list(owner, 'historic')).toMatchObject([{ uuid: bought.uuid }])
  expect(await contactsOf(owner.organizationId)).toBe(100_000)
})

test('a cancelled month runs to its end, and its organization can be deleted only then', async () => {
  const owner = await kit.withApplication()
  const { uuid, gateway_subscription_id: id } = await buy(owner, 'starter-monthly')
  const typed = { name: 'Palmyra', password: 'correct horse 7!' }
  const remove = () => call('DELETE', `/authP/organization?uuid=${owner.organizationId}`, { ...owner, body: typed })
  expect((await remove()).body.data).toMatchObject({ subscription: { uuid, name: 'Starter' } })
  const application = await call('DELETE', `/api/verticals?application_uuid=${owner.applicationId}`, {
    ...owner,
    body: { ...typed, name: 'Shop' },
  })
  expect(application.status).toBe(409)
  const cancelled = await change(owner, 'cancel', { subscription: id })
  expect(cancelled.data).toMatchObject({ status: 4, next_charge: null, ended_on: null })
  expect((await change(owner, 'cancel', { subscription: uuid })).data.status).toBe(4)
  expect((await change(owner, 'update', { plan_id: 'business-monthly' })).status).toBe(409)
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
  await act({ do: 'leap', by: 'month' })
  await expect.poll(() => list(owner, 'historic')).toMatchObject([{ uuid, status: 4 }])
  expect(await contactsOf(owner.organizationId)).toBe(500)
  expect((await remove()).status).toBe(200)
})

test('a month that was canceled is followed by a year: paid now, begun as the month ends, and nothing stops between', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-monthly', INDIAN)
  await change(owner, 'cancel', { subscription: bought.uuid })
  const first = await begin(owner, 'business-monthly')
  expect(first.data).toMatchObject({ subscription_id: expect.stringMatching(/^sub_/) })
  const year = await begin(owner, 'professional-annual')
  expect((await begin(owner, 'professional-annual')).data.order_id).toBe(year.data.order_id)
  await expect(pay(first.data)).rejects.toThrow('nothing was paid')
  expect((await verify(owner, await pay(year.data))).data).toMatchObject({
    status: 1,
    plan_id: 'professional-annual',
    period_start: bought.period_end,
  })
  expect((await begin(owner, 'starter-monthly')).body.key).toBe('billing.nextChosen')
  expect(await list(owner)).toMatchObject([{ uuid: bought.uuid, status: 4 }, { plan_id: 'professional-annual' }])
  expect(await contactsOf(owner.organizationId)).toBe(10_000)
  await act({ do: 'leap', by: 'month' })
  await expect.poll(() => list(owner)).toMatchObject([{ plan_id: 'professional-annual', status: 2 }])
  expect(await contactsOf(owner.organizationId)).toBe(100_000)
  expect(await list(owner, 'historic')).toMatchObject([{ uuid: bought.uuid }])
})

test('with the provider away nothing is bought, and a payment that was made is being processed until it is back', async () => {
  const owner = await kit.withApplication()
  const begun = await begin(owner, 'starter-monthly')
  await dial({ lost_rate: 1 })
  const proof = await pay(begun.data)
  await dial({ error_rate: 1, lost_rate: 1 })
  expect((await verify(owner, proof)).data.status).toBe(1)
  const refused = await begin(owner, 'starter-monthly')
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('being processed')])
  await dial({})
  await expect.poll(() => statusOf(owner), { timeout: 5000 }).toBe(2)
})

test('the hook takes what the provider signed, once, and believes none of what it says', async () => {
  const owner = await kit.withApplication()
  const begun = await begin(owner, 'starter-monthly')
  const event = {
    event: 'subscription.charged',
    payload: { subscription: { entity: { id: begun.data.subscription_id, status: 'active' } } },
  }
  const tell = async (call: ReturnType<typeof signedHook>, url = shop.hookUrl) => (await fetch(url, call)).status
  expect(await tell(signedHook(event, { id: 'evt_lie' }))).toBe(200)
  expect(await tell(signedHook(event, { id: 'evt_lie' }))).toBe(200)
  expect(await tell(signedHook(event, { secret: 'guessed' }))).toBe(403)
  expect(await tell(signedHook(event), `${shop.hookUrl}x`)).toBe(404)
  const waiting = () =>
    database.pool.query('select 1 from graphile_worker.jobs where key = $1', [`billing-compare ${begun.data.uuid}`])
  await expect.poll(async () => (await waiting()).rowCount).toBe(0)
  expect(await statusOf(owner)).toBe(0)
  const stored = () => database.pool.query("select 1 from payment_event where event_id in ('evt_lie', 'evt_1')")
  expect((await stored()).rowCount).toBe(1)
  const standing = await readHookStanding(deps)
  expect(new URL(standing?.address ?? '').pathname).toBe(new URL(shop.hookUrl).pathname)
  expect(standing?.reportedAt).toBeInstanceOf(Date)
  // What was told is known for a month.
  const after = (days: number) => ({
    ...deps,
    clock: { now: () => new Date(kit.clock.now().getTime() + days * DAY_MS) },
  })
  await deleteOldEvents(after(29))
  expect((await stored()).rowCount).toBe(1)
  await deleteOldEvents(after(31))
  expect((await stored()).rowCount).toBe(0)
})

test('an attempt that nobody paid is given up after a week', async () => {
  const owner = await kit.withApplication()
  const begun = await begin(owner, 'starter-monthly')
  const later = { ...deps, clock: { now: () => new Date(kit.clock.now().getTime() + 8 * DAY_MS) } }
  while ((await compareDue(later)) === 'more');
  expect(await list(owner)).toEqual([])
  await expect(pay(begun.data)).rejects.toThrow('nothing was paid')
})

test('what the provider has lost keeps nobody else from their turn, and can be cancelled', async () => {
  const [unlucky, owner] = [await kit.withApplication(), await kit.withApplication()]
  await dial({ lost_rate: 1 })
  const lost = await buy(unlucky, 'starter-monthly')
  await database.pool.query(
    "update subscription set gateway_subscription_id = 'sub_gone', compared_at = '-infinity' where subscription_id = $1",
    [lost.uuid],
  )
  await pay((await begin(owner, 'starter-monthly')).data)
  const later = { ...deps, clock: { now: () => new Date(kit.clock.now().getTime() + 2 * 3_600_000) } }
  await dial({ error_rate: 1 })
  await compareDue(later)
  await dial({})
  expect(await statusOf(owner)).toBe(0)
  while ((await compareDue(later)) === 'more');
  expect([await statusOf(unlucky), await statusOf(owner)]).toEqual([2, 2])
  expect((await change(unlucky, 'refresh', { subscription: lost.uuid })).status).toBe(409)
  expect((await change(unlucky, 'cancel', { subscription: lost.uuid })).data.ended_on).not.toBeNull()
})

test('what was bought to try things ends when plans are sold for real', async () => {
  const owner = await kit.withApplication()
  await buy(owner, 'starter-monthly')
  const { billing } = shop
  const live = { ...billing, account: { ...billing.account, keyId: 'rzp_live_1' } }
  // A webhook of the purchase may still have the organization's turn.
  const compared = async () => {
    await compareDue({ ...deps, config: { ...deps.config, billing: live } })
    return list(owner)
  }
  await expect.poll(compared, { timeout: 20_000 }).toEqual([])
  expect(await list(owner, 'historic')).toHaveLength(1)
  expect(kit.mailbox.waiting(owner.email)).toBe(0)
})
