import { canBounce, type Channel } from '@notifly/contracts/applications/applications'
import type { DeliveryStatus } from '@notifly/contracts/runs/deliveries'

/**
 * The states of a delivery as the database holds them. Outcomes merge by rank: a delivery never moves to a lower one, so late, duplicate
 * and out-of-order reports make no difference.
 *
 *     pending -> sent -> delivered
 *        |         |-> bounced, complained
 *        |-> failed | skipped | expired | cancelled
 *
 * "sending" is not stored: it means "pending, and in a leased batch". Opens, clicks, dismissals and unsubscriptions are times beside the
 * state, since they can follow any hand-over.
 */
export const STATE = {
  pending: 0,
  failed: 1,
  skipped: 2,
  expired: 3,
  cancelled: 4,
  sent: 5,
  delivered: 6,
  bounced: 7,
  complained: 8,
} as const

export type State = (typeof STATE)[keyof typeof STATE]

/** States of deliveries whose message was handed over, whatever happened to it. */
export const HANDED_OVER = [STATE.sent, STATE.delivered, STATE.bounced, STATE.complained] as const

export const STATE_NAMES = {
  0: 'pending',
  1: 'failed',
  2: 'skipped',
  3: 'expired',
  4: 'cancelled',
  5: 'sent',
  6: 'delivered',
  7: 'bounced',
  8: 'complained',
} as const satisfies Record<State, DeliveryStatus>

/**
 * Beside the states, run_counter counts distinct recipients who did these; each is also the kind of the event and the column `<name>_at`. A
 * dismissal after a click is ignored: browsers close a notification that was clicked. If the click is reported later, both count: no
 * counter goes back.
 */
export const ENGAGEMENT = { opened: 20, clicked: 21, unsubscribed: 22, dismissed: 23 } as const

export type EngagementName = keyof typeof ENGAGEMENT

export const COUNTER_NAMES: Record<number, DeliveryStatus> = {
  ...STATE_NAMES,
  20: 'opened',
  21: 'clicked',
  22: 'unsubscribed',
  23: 'dismissed',
}

/** The name of a state on a channel: only emails bounce; on other channels such a delivery has failed. */
export function stateName(state: State, channel: Channel): DeliveryStatus {
  return state === STATE.bounced && !canBounce(channel) ? 'failed' : STATE_NAMES[state]
}

/** The name of a counter on a channel: an opened WhatsApp message is "read". */
export function counterName(counter: number, channel: Channel): DeliveryStatus | undefined {
  if (counter in STATE_NAMES) return stateName(counter as State, channel)
  const name = COUNTER_NAMES[counter]
  return name === 'opened' && channel === 'whatsapp' ? 'read' : name
}

/** Counters by name, as the wire has them in `counts`; zeros are left out. */
export function countsByName(counters: ReadonlyMap<number, number>, channel: Channel): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [counter, n] of counters) {
    const name = counterName(counter, channel)
    if (name !== undefined && n > 0) counts[name] = (counts[name] ?? 0) + n
  }
  return counts
}

/** How many messages were handed over, whatever happened to them. */
export function countHandedOver(counters: ReadonlyMap<number, number>): number {
  return HANDED_OVER.reduce((sum, state) => sum + (counters.get(state) ?? 0), 0)
}

/**
 * How many recipients got the message: as reported, or if the provider reports no deliveries, those whose message was sent and did not
 * bounce. Null while that is unknown.
 */
export function countDelivered(counts: ReadonlyMap<number, number>, reportsDelivery: boolean | null): number | null {
  const of = (state: number): number => counts.get(state) ?? 0
  const reported = of(STATE.delivered)
  if (reported > 0) return reported + of(STATE.complained)
  const accepted = of(STATE.sent) + of(STATE.complained)
  return reportsDelivery === true || accepted === 0 ? null : accepted
}

/** Kinds of rows in the event table. */
export const EVENT = {
  delivered: 1,
  bounced: 2,
  complained: 3,
  opened: 4,
  clicked: 5,
  unsubscribed: 6,
  resubscribed: 7,
  /** The provider reports that it passed the message on. */
  sent: 8,
  /** The recipient dismissed a notification without clicking it. */
  dismissed: 9,
  /** The recipient came to the site within a day of a notification, without clicking it. */
  visited: 10,
} as const

/** The order of events after the hand-over, for reports of the same second; kinds that are not listed come last. */
export const EVENT_STAGES: readonly (readonly number[])[] = [
  [EVENT.sent],
  [EVENT.delivered, EVENT.bounced],
  [EVENT.opened],
]

/** Kinds of rows in the attempt table: how one hand-over ended. */
export const ATTEMPT = {
  sent: 1,
  bounced: 2,
  /** Tried again later. */
  deferred: 3,
  /** The whole configuration failed; the delivery gets another turn. */
  rejected: 4,
  /** No answer: the message may have arrived, and is sent again with the same Message-ID. */
  inDoubt: 5,
  /** The message could not be written; nothing was sent. */
  renderError: 6,
  /** The provider refused this message, not the configuration. */
  refused: 7,
} as const

export type AttemptKind = (typeof ATTEMPT)[keyof typeof ATTEMPT]
