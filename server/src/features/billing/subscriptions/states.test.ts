import { expect, test } from 'vitest'
import { MONTHLY_STATES, ORDER_STATES } from '../../../lib/payments/provider.ts'
import { type GatewayState, type Mark, markOf, STANDINGS } from './states.ts'

/** What the specification and `docs/billing.md` say: status, whether the limits hold, what a person may do. */
const EXPECTED: Record<GatewayState, Record<Mark, string>> = {
  created: { none: '0 - pay cancel_now', verified: '1 -', cancelling: '4 -' },
  authenticated: { none: '1 - cancel_now', verified: '1 - cancel_now', cancelling: '4 -' },
  active: { none: '2 runs change cancel', verified: '2 runs change cancel', cancelling: '4 runs' },
  pending: { none: '3 runs cancel_now', verified: '3 runs cancel_now', cancelling: '4 runs cancel_now' },
  halted: { none: '3 - cancel_now', verified: '3 - cancel_now', cancelling: '4 - cancel_now' },
  paused: { none: '3 - cancel_now', verified: '3 - cancel_now', cancelling: '4 - cancel_now' },
  completed: { none: '4 over', verified: '4 over', cancelling: '4 over' },
  cancelled: { none: '4 over', verified: '4 over', cancelling: '4 over' },
  expired: { none: '3 over', verified: '3 over', cancelling: '3 over' },
  'order.created': { none: '0 - pay cancel_now', verified: '1 -', cancelling: '4 -' },
  'order.attempted': { none: '0 - pay cancel_now', verified: '1 -', cancelling: '4 -' },
  'order.paid': { none: '2 runs change cancel renew', verified: '2 runs change cancel renew', cancelling: '4 runs' },
  'order.ahead': { none: '1 - cancel', verified: '1 - cancel', cancelling: '4 -' },
  'order.due': { none: '3 runs renew cancel_now', verified: '1 runs', cancelling: '4 over' },
  'order.over': { none: '3 over', verified: '3 over', cancelling: '3 over' },
}

test.each(Object.entries(STANDINGS))('%s is what it is said to be, whatever we know beside it', (state, standings) => {
  const said = Object.fromEntries(
    Object.entries(standings).map(([mark, { status, isRunning, isOver, acts }]) => [
      mark,
      [status, isOver ? 'over' : isRunning ? 'runs' : '-', ...acts].join(' '),
    ]),
  )
  expect(said).toEqual(EXPECTED[state as GatewayState])
})

test('every state of the provider is in the table', () => {
  const known = [...MONTHLY_STATES, ...ORDER_STATES.map(state => `order.${state}` as const)]
  expect(known.filter(state => !(state in STANDINGS))).toEqual([])
})

test('who cancelled has the last word over a browser’s proof', () => {
  const now = new Date()
  expect(markOf({ verified_at: now, cancel_asked_at: now })).toBe('cancelling')
  expect(markOf({ verified_at: now, cancel_asked_at: null })).toBe('verified')
  expect(markOf({ verified_at: null, cancel_asked_at: null })).toBe('none')
})
