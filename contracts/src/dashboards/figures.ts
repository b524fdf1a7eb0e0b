/**
 * Definitions of the dashboards' figures. All of them count a message at the time of its hand-over: an open today counts for the day on
 * which the message was sent.
 */

/** Sums of messages and of recipients. */
export interface Counts {
  /** Handed over, whatever happened later. */
  sent: number
  /** As for a run: as reported, or if the provider reports no deliveries, sent messages that did not bounce. */
  delivered: number
  /** Handed over, then bounced. */
  bounced: number
  /** Those of them whose address is permanently invalid. */
  hard_bounced: number
  complained: number
  /** Never handed over; on channels other than email also those that bounced. */
  failed: number
  /** Recipients who did so at least once, without machines. */
  opened: number
  clicked: number
  unsubscribed: number
  /** For notifications: dismissed without a click. */
  dismissed: number
  /** For web push: visited the site within a day of a notification that they did not click. */
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

/** In percent with one decimal; null if the divisor is 0. */
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

/** Reasons after which the address should get no more messages. */
export const DEAD_ADDRESS_REASONS = [
  'mailbox_missing',
  'domain_missing',
  'bad_address',
  'mailbox_moved',
  'mailbox_disabled',
] as const

/** Reasons of hard bounces: the address is permanently invalid, or a provider's report gave no reason. */
export const HARD_BOUNCE_REASONS = [...DEAD_ADDRESS_REASONS, 'reported_bounce'] as const

/** Rates of fewer sent messages mean little: pages show them in grey and say why. */
export const FEW_SENT = 20

/**
 * Limits of complaints in percent of sent messages, as published by Gmail and Yahoo: below the first is good, from the second on is bad.
 */
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

/** Handed over, without any news since. */
export function awaitingOf({ sent, delivered, bounced }: Counts): number {
  return sent - delivered - bounced
}

/** Null if there are too few messages. */
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
