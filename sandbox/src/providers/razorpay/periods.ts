import type { Plan } from './entities.ts'

// Billing cycles by calendar, in UTC. A cycle that begins on the 31st ends on the last day of a shorter month.

export const DAY = 86_400

type BillingPeriod = Pick<Plan, 'period' | 'interval'>

/** The time that many cycles later, in seconds. */
export function afterCycles(from: number, { period, interval }: BillingPeriod, cycles: number): number {
  const steps = interval * cycles
  switch (period) {
    case 'daily':
      return from + steps * DAY
    case 'weekly':
      return from + steps * 7 * DAY
    case 'monthly':
      return afterMonths(from, steps)
    case 'quarterly':
      return afterMonths(from, steps * 3)
    case 'yearly':
      return afterMonths(from, steps * 12)
  }
}

/** The same day of a later month, or that month's last day. */
export function afterMonths(from: number, months: number): number {
  const at = new Date(from * 1000)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, lastDay))
  return Math.floor(at.getTime() / 1000)
}

/** "month", "3 months" */
export function periodWords({ period, interval }: BillingPeriod): string {
  const word = { daily: 'day', weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' }[period]
  return interval === 1 ? word : `${interval} ${word}s`
}

export function isSamePeriod(one: BillingPeriod, other: BillingPeriod): boolean {
  return one.period === other.period && one.interval === other.interval
}
