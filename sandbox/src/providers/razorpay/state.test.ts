import { expect, test } from 'vitest'
import { testDirectory } from '../../testing/test-sandbox.ts'
import { newOrder } from './payments.ts'
import { KEPT_MAX, RazorpayState } from './state.ts'

test('of each kind only so much is kept: what is over and done with goes first', async () => {
  const state = new RazorpayState(await testDirectory())
  const orders = Array.from({ length: KEPT_MAX + 1 }, () => newOrder({ state }, { amount: 500, currency: 'USD' }))
  const [first, second] = orders.map(({ id }) => id)
  Object.assign(orders[1] ?? {}, { status: 'paid' })
  await state.save()
  expect(state.content.orders.length).toBe(KEPT_MAX)
  expect([state.order(first ?? '')?.id, state.order(second ?? '')]).toEqual([first, undefined])
})
