import type { Invoice } from '@notifly/contracts/billing/invoices'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApplicationOwner } from '../../../testing/app.ts'
import { INDIAN, openShop } from '../../../testing/billing.ts'
import { teamOf } from '../../../testing/members.ts'
import { DEFAULT_ROLE_IDS } from '../../roles/roles.ts'
import { compareDue } from '../compare.ts'
import { limitsOf } from '../limits.ts'
import { DEFAULT_PLANS } from '../plans/default-plans.ts'

// With a tax, so that what is charged is not what is shown as price.
const plansFile = join(tmpdir(), `plans-${process.pid}.json`)
await writeFile(plansFile, JSON.stringify({ ...DEFAULT_PLANS, taxes: [{ name: 'IGST', rate_percent: '18' }] }))
const shop = await openShop({ plansFile })
const { kit, act, begin, buy, change, dial, invoices, list, pay, verify } = shop
const { call, deps, database } = kit
const team = teamOf(kit)

const STARTER = 2900 * 11
const contactsOf = async ({ organizationId }: ApplicationOwner) =>
  (await limitsOf(database.kysely, deps.config, organizationId)).contacts
const compareAll = async () => {
  while ((await compareDue(deps)) === 'more');
}
/** Moves the year of a subscription into the past, and looks at it: sessions and the provider have clocks of their own. */
const age = async ({ uuid }: Subscription, days: number): Promise<Subscription & { period_end: number }> => {
  await database.pool.query(
    `update subscription set period_start = period_start - make_interval(days => $2),
       period_end = period_end - make_interval(days => $2), compared_at = compared_at - interval '1 day'
     where subscription_id = $1`,
    [uuid, days],
  )
  await compareAll()
  const { rows } = await database.pool.query<{ end: Date }>(
    'select period_end as end from subscription where subscription_id = $1',
    [uuid],
  )
  const period_end = Math.floor((rows[0]?.end.getTime() ?? 0) / 1000)
  return { ...({ uuid } as Subscription), period_end }
}
const daysOf = ({ period_start: start, period_end: end }: Subscription) => ((end ?? 0) - (start ?? 0)) / 86_400

test('a year is an order: eleven months with tax, paid once, and its bill says so', async () => {
  const owner = await kit.withApplication()
  await dial({ blind_rate: 1 })
  expect((await begin(owner, 'starter-annual')).status).toBe(503)
  await dial({})
  const begun = await begin(owner, 'starter-annual')
  expect(begun.data).toMatchObject({
    order_id: expect.stringMatching(/^order_/),
    checkout: { amount: 37_642, currency: 'USD', description: 'Starter' },
  })
  const tabs = await Promise.all([1, 2].map(() => begin(owner, 'starter-annual')))
  expect(tabs.map(tab => tab.data.order_id)).toEqual([begun.data.order_id, begun.data.order_id])
  const bought = (await verify(owner, await pay(begun.data, INDIAN))).data
  expect(bought).toMatchObject({ status: 2, package_id: 7, price: STARTER, next_charge: null, card_update_url: null })
  expect(bought.gateway_subscription_id).toBe(begun.data.order_id)
  expect(bought.gateway_transaction_id).toMatch(/^pay_/)
  const orders = await fetch(`${shop.billing.account.apiUrl}/orders`, {
    headers: { authorization: `Basic ${btoa('rzp_test_sandbox:sandbox-razorpay-secret')}` },
  })
  expect(await orders.json()).toMatchObject({ count: 1 })
  expect([365, 366]).toContain(daysOf(bought))
  expect(await contactsOf(owner)).toBe(10_000)
  const bill = await call<Invoice>('GET', `/api/payments/subscription/invoice?subscription_uuid=${bought.uuid}`, owner)
  expect(bill.data).toMatchObject({
    status: 3,
    number: expect.stringMatching(/^TEST-\d{4}-\d{6}$/),
    plan_name: 'Starter',
    invoice_amount: 37_642,
    taxes: [{ name: 'IGST', rate: '18', amount: 5742 }],
    amount_in_words: 'Three hundred seventy-six US dollars and forty-two cents',
    customer_meta: [{ model: 'Palmyra' }],
    card_meta: { method: 'card', card: { network: 'Visa', last4: '4366' }, amount: 37_642, amount_refunded: 0 },
    seller: { name: 'Notifly', address: expect.arrayContaining([expect.stringContaining('Navi Mumbai')]) },
  })
  // An invoice is what it was when it was made, wherever the customer moves.
  const moved = { company_name: 'Palmyra Traders', billing_address: '1 Quay Street\nKochi' }
  expect((await kit.call('POST', '/api/user/preferences', { ...owner, body: moved })).status).toBe(200)
  const again = await call<Invoice>('GET', `/api/payments/subscription/invoice?subscription_uuid=${bought.uuid}`, owner)
  expect(again.data.customer_meta).toEqual([{ model: 'Palmyra' }])
})

test('a larger year costs the difference now, a smaller one waits for the renewal', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  const aged = await age(bought, 100)
  const path = '/api/payments/subscription/change?plan_id=professional-annual'
  const { amount } = (await call<{ amount: number }>('GET', path, owner)).data
  const rest = (daysOf(bought) - 100) / daysOf(bought)
  expect(Math.abs(amount - 7000 * 11 * 1.18 * rest)).toBeLessThan(20)
  const confirm = (planId: string) =>
    change<{ order_id?: string; change?: object; checkout?: { amount: number } }>(owner, 'annual/confirm', {
      plan_id: planId,
    })
  const up = await confirm('professional-annual')
  expect(await list(owner)).toMatchObject([{ plan_id: 'starter-annual' }])
  expect((await verify(owner, await pay(up.data))).data).toMatchObject({
    plan_id: 'professional-annual',
    period_end: aged.period_end,
    status: 2,
  })
  expect(await contactsOf(owner)).toBe(100_000)
  expect((await invoices(owner))[0]?.invoice_amount).toBe(up.data.checkout?.amount)
  const down = await confirm('starter-annual')
  expect(down.data).toEqual({
    change: { type: 'downgrade', new_plan_id: 'starter-annual', amount: 0, date: aged.period_end },
  })
  expect(await contactsOf(owner)).toBe(100_000)
  expect((await confirm('professional-annual')).data).toEqual({})
  expect(await list(owner)).toMatchObject([{ plan_id: 'professional-annual', change: null }])
  expect((await confirm('starter-monthly')).status).toBe(409)
  const { rows } = await database.pool.query<{ action: string }>(
    `select action from audit_entry where organization_id = $1 and object_type = 'subscription' and actor_kind = 'account'
     order by at`,
    [owner.organizationId],
  )
  expect(rows.map(row => row.action)).toEqual([
    'subscription.create',
    'subscription.pay',
    'subscription.update',
    'subscription.pay',
    'subscription.update',
    'subscription.update',
  ])
})

test('a year tells of its end twice, runs a week longer, and ends when nobody renews it', async () => {
  const owner = await kit.withApplication()
  const admin = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.admin)
  const proof = await pay((await begin(owner, 'starter-annual')).data)
  const bought = (await verify(owner, proof)).data
  const subjects = async () => [
    (await kit.mailbox.next(owner.email)).subject,
    (await kit.mailbox.next(admin.email)).subject,
  ]
  expect((await begin(owner, 'starter-annual')).status).toBe(409)
  await age(bought, daysOf(bought) - 14)
  expect(await subjects()).toEqual(['Your plan ends soon', 'Your plan ends soon'])
  await age(bought, 11)
  expect(await subjects()).toEqual(['Your plan ends soon', 'Your plan ends soon'])
  await age(bought, 4)
  expect(await subjects()).toEqual(['Your plan is due for renewal', 'Your plan is due for renewal'])
  // The proof of last year's payment is told once more.
  expect((await verify(owner, proof)).data.status).toBe(3)
  expect([await list(owner), await contactsOf(owner)]).toMatchObject([[{ status: 3 }], 10_000])
  await age(bought, 7)
  expect(await subjects()).toEqual(['Your plan has ended', 'Your plan has ended'])
  expect([await list(owner), await contactsOf(owner)]).toEqual([[], 500])
  expect(await list(owner, 'historic')).toMatchObject([{ uuid: bought.uuid, status: 3 }])
})

test('a renewal joins on to the year before, and a late one begins anew', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  const due = await age(bought, daysOf(bought) + 2)
  const renewal = await begin(owner, 'professional-annual')
  expect(renewal.data.uuid).toBe(bought.uuid)
  const renewed = (await verify(owner, await pay(renewal.data))).data
  expect(renewed).toMatchObject({ status: 2, plan_id: 'professional-annual', period_start: due.period_end })
  expect(await invoices(owner)).toHaveLength(2)
  await age(renewed, daysOf(renewed) - 7)
  const early = await begin(owner, 'professional-annual')
  await age(renewed, 15)
  expect(await list(owner)).toEqual([])
  await verify(owner, await pay(early.data))
  expect(await list(owner)).toMatchObject([{ uuid: bought.uuid, status: 2, plan_id: 'professional-annual' }])
})

test('what is paid twice goes back: two tabs with two plans, both paid', async () => {
  const owner = await kit.withApplication()
  const first = await begin(owner, 'starter-annual')
  const second = await begin(owner, 'professional-annual')
  await dial({ lost_rate: 1 })
  const proofs = [await pay(second.data), await pay(first.data)]
  await dial({})
  const told = []
  for (const proof of proofs) told.push((await verify(owner, proof)).body.key)
  expect(told).toEqual([undefined, 'billing.nothingDue'])
  expect(await list(owner)).toMatchObject([{ plan_id: 'professional-annual', status: 2 }])
  const issued = await invoices(owner)
  expect(issued.map(({ status, invoice_amount, credits }) => [status, invoice_amount, credits])).toEqual([
    [5, 37_642, issued[1]?.number],
    [3, 37_642, null],
    [3, 128_502, null],
  ])
  const { refunds } = await shop.books()
  expect(refunds?.filter(refund => refund['amount'] === 37_642)).toHaveLength(1)
})

test('refunds at the provider make credit notes, numbers have no gaps, and nobody can change what was issued', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  const payment = bought.gateway_transaction_id ?? ''
  await act({ do: 'refund', payment, amount: 10_000 })
  await expect.poll(async () => (await invoices(owner)).length).toBe(2)
  expect(await list(owner)).toMatchObject([{ status: 2 }])
  await act({ do: 'refund', payment })
  await expect.poll(() => list(owner, 'historic')).toMatchObject([{ uuid: bought.uuid }])
  const [last, part, bill] = await invoices(owner)
  expect([last?.invoice_amount, part?.invoice_amount, last?.credits, part?.credits]).toEqual([
    27_642,
    10_000,
    bill?.number,
    bill?.number,
  ])
  const read = (id = '') => call<Invoice>('GET', `/api/payments/subscription/invoice?invoice_uuid=${id}`, owner)
  expect((await read(bill?.number)).data.card_meta.amount_refunded).toBe(37_642)
  expect((await read(part?.uuid)).data).toMatchObject({
    status: 5,
    taxes: [{ amount: 1525 }],
    card_meta: { amount_refunded: 10_000 },
    amount_in_words: 'One hundred US dollars',
  })
  const { rows } = await database.pool.query<{ number: string }>('select number from invoice order by number')
  const years = Map.groupBy(rows, ({ number }) => number.slice(0, 9))
  for (const [year, of] of years) {
    expect(of.map(({ number }) => number)).toEqual(of.map((_, at) => `${year}-${String(at + 1).padStart(6, '0')}`))
  }
  for (const statement of ['update invoice set amount = 1', 'delete from invoice', 'truncate invoice']) {
    await expect(database.pool.query(statement)).rejects.toThrow(/never/)
  }
  const csv = await kit.app.inject({
    method: 'GET',
    url: '/api/payments/invoices/download?status=refund',
    headers: { authorization: `Bearer ${owner.bearer}` },
  })
  expect(csv.body.split('\r\n')[1]).toMatch(/^TEST-\d{4}-\d{6},refund,TEST-\d{4}-\d{6},.*,-276\.42,-42\.\d\d,USD,card,/)
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  const stranger = await kit.withApplication()
  const theirs = await call('GET', `/api/payments/subscription/invoice?invoice_uuid=${bill?.uuid}`, stranger)
  expect(theirs.status).toBe(404)
})

// The last one: it moves the provider's clock by a year.
test('a cancelled year runs to its end and is not told of it; the month that follows is authorised before, and nothing stops between', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  expect((await change(owner, 'cancel', { subscription: bought.uuid })).data.status).toBe(4)
  const next = await begin(owner, 'business-monthly')
  expect((await verify(owner, await pay(next.data, INDIAN))).data).toMatchObject({ status: 1, period_start: null })
  await age(bought, daysOf(bought) - 3)
  expect(await list(owner)).toMatchObject([{ status: 4 }, { plan_id: 'business-monthly', status: 1 }])
  expect(await invoices(owner)).toHaveLength(1)
  // Over since yesterday, while the provider takes its time with the first charge.
  await age(bought, 4)
  expect(await list(owner)).toMatchObject([{ status: 4 }, { plan_id: 'business-monthly', status: 1 }])
  expect(await contactsOf(owner)).toBe(10_000)

  await act({ do: 'leap', by: 'year' })
  await expect.poll(() => list(owner)).toMatchObject([{ plan_id: 'business-monthly', status: 2 }])
  const [month] = await list(owner)
  expect(month).toMatchObject({ period_start: bought.period_end, next_charge: month?.period_end })
  expect(await contactsOf(owner)).toBe(1_000_000)
  expect(await list(owner, 'historic')).toMatchObject([{ uuid: bought.uuid, status: 4 }])
  const bill = await call<Invoice>('GET', `/api/payments/subscription/invoice?subscription_uuid=${month?.uuid}`, owner)
  expect(bill.data).toMatchObject({
    status: 3,
    plan_name: 'Business',
    invoice_amount: 47_082,
    taxes: [{ name: 'IGST', rate: '18', amount: 7182 }],
    invoice_period_start_date: bought.period_end,
    invoice_period_end_date: month?.period_end,
    card_meta: { card: { network: 'Visa', last4: '4366' } },
  })
  expect(await invoices(owner)).toHaveLength(2)
  expect(kit.mailbox.waiting(owner.email)).toBe(0)
})
