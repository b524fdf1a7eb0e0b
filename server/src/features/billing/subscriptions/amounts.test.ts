import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ApplicationOwner } from '../../../testing/app.ts'
import { openShop } from '../../../testing/billing.ts'
import { limitsOf } from '../limits.ts'

const shop = await openShop()
const { kit, act, atProvider, begin, billing, books, buy, change, dial, invoices, list, pay, verify } = shop
const { pool, kysely } = kit.database

const MONTH = { amount: 2900, currency: 'USD' }
const YEAR = { amount: 2900 * 11, currency: 'USD' }
interface Price {
  amount: number
  currency: string
}

/** The order of a year, made at the provider behind our back for another price. */
async function asOtherOrder(owner: ApplicationOwner, price: Price) {
  const begun = await begin(owner, 'starter-annual')
  const { id } = await atProvider('/orders', price)
  await pool.query('update payment_order set gateway_order_id = $1 where gateway_order_id = $2', [
    id,
    begun.data.order_id,
  ])
  return { uuid: begun.data.uuid, order_id: id }
}

/** A month of a plan that costs something else at the provider. */
async function ofOtherPlan(owner: ApplicationOwner, price: Price) {
  const { id } = await atProvider('/plans', { period: 'monthly', interval: 1, item: { name: 'Starter', ...price } })
  await pool.query('delete from gateway_plan')
  await pool.query("insert into gateway_plan select 1, 'test', 'starter-monthly', $1, $2, $3", [
    MONTH.amount,
    MONTH.currency,
    id,
  ])
  const begun = await begin(owner, 'starter-monthly')
  await pool.query('delete from gateway_plan')
  return begun.data
}

const CASES = [
  {
    what: 'a year',
    price: { ...YEAR, amount: YEAR.amount - 1 },
    due: YEAR,
    make: asOtherOrder,
    status: [0, undefined],
  },
  { what: 'a year', price: { ...YEAR, currency: 'EUR' }, due: YEAR, make: asOtherOrder, status: [0, undefined] },
  { what: 'a month', price: { ...MONTH, amount: 100 }, due: MONTH, make: ofOtherPlan, status: [undefined, 4] },
  { what: 'a month', price: { ...MONTH, currency: 'EUR' }, due: MONTH, make: ofOtherPlan, status: [undefined, 4] },
] as const

// Told by a browser while no webhook arrives; and by webhooks alone, doubled and out of order.
test.each(CASES.flatMap(each => [true, false].map(isTold => ({ ...each, isTold }))))(
  '$what that is paid with $price.amount $price.currency buys nothing, and the money goes back; by a browser’s word: $isTold',
  async ({ make, price, due, status, isTold }) => {
    const owner = await kit.withApplication()
    const asked = await make(owner, price)
    await dial(isTold ? { lost_rate: 1 } : { doubled_rate: 1, disorder_rate: 1, forged_rate: 1 })
    const proof = await pay(asked)
    const answers = isTold ? [await verify(owner, proof)] : []
    expect(answers.map(({ status: code, body }) => [code, body.key, body.message])).toEqual(
      answers.map(() => [
        409,
        'billing.otherAmount',
        'The payment didn’t match the price. It’s being refunded, and nothing was bought.',
      ]),
    )
    const billed = async () => (await invoices(owner)).map(each => [each.status, each.invoice_amount])
    await expect.poll(billed).toEqual([
      [5, price.amount],
      [3, price.amount],
    ])
    await dial({})
    const [now, past] = [await list(owner), await list(owner, 'historic')]
    expect([now[0]?.status, past[0]?.status]).toEqual(status)
    expect((await limitsOf(kysely, kit.deps.config, owner.organizationId)).contacts).toBe(500)
    const { refunds = [], subscriptions = [] } = await books()
    expect(refunds.filter(refund => refund['payment_id'] === proof.payment_id)).toMatchObject([price])
    // Nothing is charged again.
    const there = subscriptions.filter(each => each['id'] === proof.subscription_id)
    expect(there.map(each => each['status'])).toEqual(there.map(() => 'cancelled'))
    const { rows } = await pool.query<{ after: object }>(
      "select after from audit_entry where organization_id = $1 and action = 'subscription.refund'",
      [owner.organizationId],
    )
    expect(rows).toEqual([
      { after: { ...price, payment: proof.payment_id, due_amount: due.amount, due_currency: due.currency } },
    ])
    // Looked at again it stays so, and the plan can be bought.
    await change(owner, 'refresh', { subscription: asked.uuid })
    expect(await billed()).toHaveLength(2)
    expect(kit.mailbox.waiting(owner.email)).toBe(0)
    await buy(owner, asked.order_id ? 'starter-annual' : 'starter-monthly')
  },
)

/** How the product comes to know of it. */
const NEWS = ['webhooks, doubled and out of order', 'its browser', 'the comparison after a crash'] as const

const AGAIN = [
  { price: YEAR, key: 'billing.nothingDue' },
  { price: { ...YEAR, currency: 'EUR' }, key: 'billing.otherAmount' },
]

test.each(AGAIN.flatMap(each => NEWS.flatMap(by => [true, false].map(isLater => ({ ...each, by, isLater })))))(
  'an order that is paid once more with $price.amount $price.currency stays paid, and that goes back once; by $by; after a look: $isLater',
  async ({ price, key, by, isLater }) => {
    const owner = await kit.withApplication()
    const begun = await begin(owner, 'starter-annual')
    await dial({ lost_rate: 1 })
    const proof = await pay(begun.data)
    if (isLater) await verify(owner, proof)
    if (by === NEWS[0]) await dial({ doubled_rate: 1, disorder_rate: 1, forged_rate: 1 })
    await act({ do: 'pay_again', payment: proof.payment_id, price })
    const { payments = [] } = await books()
    const again = String(payments.at(-1)?.['id'])
    const signed = createHmac('sha256', billing.account.keySecret).update(`${proof.order_id}|${again}`).digest('hex')
    const look = () => change(owner, 'refresh', { subscription: begun.data.uuid })
    const claim = { ...proof, payment_id: again, signature: signed }
    const told = by === NEWS[1] ? await verify(owner, claim) : null
    expect(told?.body.key).toBe(told === null ? undefined : key)
    if (by === NEWS[2]) {
      const call = `/payments/${again}/refund`
      await atProvider(call, { amount: price.amount }, { 'x-refund-idempotency': again })
      await look()
    }
    const billed = async () => {
      const [note, ...bills] = (await invoices(owner)).toSorted((one, other) => other.status - one.status)
      return [note?.invoice_amount, bills.map(({ status, invoice_amount: amount }) => [status, amount])]
    }
    const bought = [3, YEAR.amount]
    await expect.poll(billed).toEqual([price.amount, [bought, [3, price.amount]]])
    await dial({})
    for (let times = 0; times < 2; times++) await look()
    expect(await invoices(owner)).toHaveLength(3)
    expect(await list(owner)).toMatchObject([{ status: 2, gateway_transaction_id: proof.payment_id }])
    const { rows: orders } = await pool.query('select status from payment_order where gateway_order_id = $1', [
      proof.order_id,
    ])
    expect(orders).toEqual([{ status: 'paid' }])
    const { refunds = [] } = await books()
    expect(refunds.filter(refund => [again, proof.payment_id].includes(String(refund['payment_id'])))).toMatchObject([
      { payment_id: again, ...price },
    ])
    const { rows: noted } = await pool.query(
      "select 1 from audit_entry where organization_id = $1 and action = 'subscription.refund'",
      [owner.organizationId],
    )
    expect(noted).toHaveLength(1)
    expect((await verify(owner, proof)).data.status).toBe(2)
  },
)

test('what the operator gave back already is not given back again: of a second payment the rest alone', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  await dial({ lost_rate: 1 })
  await act({ do: 'pay_again', payment: bought.gateway_transaction_id })
  const { payments = [] } = await books()
  const again = payments.at(-1)?.['id']
  await act({ do: 'refund', payment: again, amount: 900 })
  await dial({})
  await change(owner, 'refresh', { subscription: bought.uuid })
  const { refunds = [] } = await books()
  const amounts = refunds.filter(refund => refund['payment_id'] === again).map(refund => refund['amount'])
  expect(amounts).toEqual([900, YEAR.amount - 900])
  expect((await invoices(owner)).map(each => each.status)).toEqual([5, 5, 3, 3])
})

test('what a bank refuses to take back is told to the operator, and has its credit note once they have given it back', async () => {
  const owner = await kit.withApplication()
  const bought = await buy(owner, 'starter-annual')
  await dial({ lost_rate: 1 })
  await act({ do: 'pay_again', payment: bought.gateway_transaction_id })
  const { payments = [] } = await books()
  const again = payments.at(-1)?.['id']
  await dial({ refund_fail_next: 1 })
  await change(owner, 'refresh', { subscription: bought.uuid })
  const told = kit.logLines.filter(line => line.includes('refund it at the payment provider'))
  expect(told).toEqual([expect.stringContaining(`"payment":"${String(again)}","amount":${YEAR.amount}`)])
  expect((await invoices(owner)).map(each => each.status)).toEqual([3, 3])
  await act({ do: 'refund', payment: again })
  await expect.poll(async () => (await invoices(owner)).map(each => each.status)).toEqual([5, 3, 3])
  expect(await list(owner)).toMatchObject([{ status: 2 }])
})
