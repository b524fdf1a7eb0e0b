/**
 * What the figures of dashboards mean, in one place. All count messages by the moment at which they were handed over, so that what is
 * opened today counts for the day of its message.
 */

/** Sums of messages and of recipients. */
export interface Counts {
  /** Handed over, whatever came of them. */
  sent: number
  /** As of a run: as reported, or where the provider reports no deliveries, what was sent and did not come back. */
  delivered: number
  /** Handed over and come back. */
  bounced: number
  /** Of those, the ones whose address is dead for good. */
  hard_bounced: number
  complained: number
  /** Never handed over; on channels other than email, what came back as well. */
  failed: number
  /** Recipients who did so at least once; machines are left out. */
  opened: number
  clicked: number
  unsubscribed: number
  /** Of notifications: waved away without a click. */
  dismissed: number
  /** Of web push: visited the site within a day of a notification that they did not click. */
  influenced: number
}

export const COUNT_NAMES = [
  'sent',
  'delivered',
  'bounced',
  'hard_bounced',
  'complained',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'dismissed',
  'influenced',
] as const satisfies readonly (keyof Counts)[]

/** In percent with one decimal; null where there is nothing to divide by. */
export interface Rates {
  delivery_rate: number | null
  open_rate: number | null
  click_rate: number | null
  click_through_rate: number | null
  hard_bounce_rate: number | null
  bounce_rate: number | null
  unsubscribe_rate: number | null
  complaint_rate: number | null
}

/** Reasons that mean that nothing should be written to an address again. */
export const DEAD_ADDRESS_REASONS = [
  'mailbox_missing',
  'domain_missing',
  'bad_address',
  'mailbox_moved',
  'mailbox_disabled',
] as const

/** Those of hard bounces: the address is dead, or a provider's report did not say why. */
export const HARD_BOUNCE_REASONS = [...DEAD_ADDRESS_REASONS, 'reported_bounce'] as const

/** Rates of fewer sent messages than this say little: screens grey them and say why. */
export const FEW_SENT = 20

/** Complaints in percent of what was sent, as Gmail and Yahoo publish their limits: below the first is good, from the second on is bad. */
export const COMPLAINT_LIMITS = { good: 0.1, bad: 0.3 } as const

export const STANDINGS = ['good', 'fair', 'bad'] as const
export type Standing = (typeof STANDINGS)[number]

export function ratesOf(counts: Counts): Rates {
  const { sent, delivered, opened, clicked } = counts
  return {
    delivery_rate: percentOf(delivered, sent),
    open_rate: percentOf(opened, delivered),
    click_rate: percentOf(clicked, delivered),
    click_through_rate: percentOf(clicked, opened),
    hard_bounce_rate: percentOf(counts.hard_bounced, sent),
    bounce_rate: percentOf(counts.bounced, sent),
    unsubscribe_rate: percentOf(counts.unsubscribed, sent),
    complaint_rate: percentOf(counts.complained, sent),
  }
}

/** In percent with one decimal; null where the whole is 0. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1000) / whole) / 10
}

/** Handed over, and nothing is known yet of where it went. */
export function awaitingOf({ sent, delivered, bounced }: Counts): number {
  return sent - delivered - bounced
}

/** Null for too few messages to say anything. */
export function standingOf({ sent, complained }: { sent: number; complained: number }): Standing | null {
  if (sent < FEW_SENT) return null
  const percent = (complained * 100) / sent
  if (percent < COMPLAINT_LIMITS.good) return 'good'
  return percent < COMPLAINT_LIMITS.bad ? 'fair' : 'bad'
}

export const NO_COUNTS: Readonly<Counts> = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  hard_bounced: 0,
  complained: 0,
  failed: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  dismissed: 0,
  influenced: 0,
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = { ...NO_COUNTS }
  for (const counts of all) for (const name of COUNT_NAMES) sum[name] += counts[name]
  return sum
}
