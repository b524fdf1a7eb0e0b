import { continueCycles, nextDue } from './cycles.ts'
import type { Account } from './payments.ts'
import { afterMonths, DAY } from './periods.ts'
import type { SubscriptionRecord } from './state.ts'

// The account's clock. It runs normally and can be moved forward. Everything that falls due in between happens in
// order, each at its own time.

export const CLOCK_STEPS = ['next', 'day', 'month', 'year'] as const
export type ClockStep = (typeof CLOCK_STEPS)[number]

/** Enough for more than a year of all subscriptions; the rest follows on the next call. */
const STEPS_MAX = 20_000

/** Runs everything that is due by then, and sets the clock to that time. Returns whether anything happened. */
export function runUntil(account: Account, time: number): boolean {
  for (let step = 0; step < STEPS_MAX; step++) {
    const next = firstDue(account)
    if (next === undefined || next.at > time) {
      account.state.moveTo(time)
      return step > 0
    }
    account.state.moveTo(next.at)
    continueCycles(account, next.record)
  }
  return true
}

/** Moves the clock; false if nothing is ever due. */
export function advanceClock(account: Account, by: ClockStep): boolean {
  const target = targetOf(account, by)
  if (target === undefined) return false
  runUntil(account, target)
  return true
}

interface Due {
  at: number
  record: SubscriptionRecord
}

/** The next automatic event, of all subscriptions or of some. */
export function firstDue(
  { state }: Account,
  ofInterest: (record: SubscriptionRecord) => boolean = () => true,
): Due | undefined {
  let first: Due | undefined
  for (const record of state.content.subscriptions) {
    const at = ofInterest(record) ? nextDue(record) : undefined
    if (at !== undefined && (first === undefined || at < first.at)) first = { at, record }
  }
  return first
}

function targetOf(account: Account, by: ClockStep): number | undefined {
  const now = account.state.now()
  switch (by) {
    case 'next':
      return firstDue(account, ({ instrument }) => instrument !== null)?.at
    case 'day':
      return now + DAY
    case 'month':
      return afterMonths(now, 1)
    case 'year':
      return afterMonths(now, 12)
  }
}
