import type { Channel } from '@notifly/contracts/applications'
import type { DeliveryStatus } from '@notifly/contracts/deliveries'

/**
 * The states of a delivery as the database holds them. Outcomes merge by rank: a delivery never moves to a lower one, so
 * late, doubled and out-of-order reports are harmless.
 *
 *     pending -> sent -> delivered
 *        |         |-> bounced, complained
 *        |-> failed | skipped | expired | cancelled
 *
 * "sending" is not stored: it means "pending, and in a leased batch". Opens, clicks, dismissals and unsubscribes are moments
 * beside the state, since they can follow any hand-over.
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
 * Beside the states, run_counter counts distinct recipients who did these; each is the kind of event and the column `<name>_at`
 * that say so. Who dismissed a notification after clicking it is not taken to have dismissed it: browsers close what was
 * clicked. Where the click comes to light only afterwards, both stand: each is what was told, and no counter goes back.
 */
export const MOMENT = { opened: 20, clicked: 21, unsubscribed: 22, dismissed: 23 } as const

export type MomentName = keyof typeof MOMENT

export const COUNTER_NAMES: Record<number, DeliveryStatus> = {
  ...STATE_NAMES,
  20: 'opened',
  21: 'clicked',
  22: 'unsubscribed',
  23: 'dismissed',
}

/** What a counter is called on a channel: whoever opens a WhatsApp message has read it. */
export function counterName(counter: number, channel: Channel): DeliveryStatus | undefined {
  const name = COUNTER_NAMES[counter]
  return name === 'opened' && channel === 'whatsapp' ? 'read' : name
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
  /** The provider says that it passed the message on. */
  sent: 8,
  /** The recipient waved a notification away, without clicking it. */
  dismissed: 9,
} as const

/** Kinds of rows in the attempt table: how one hand-over ended. */
export const ATTEMPT = {
  sent: 1,
  bounced: 2,
  /** To be tried again. */
  deferred: 3,
  /** The whole configuration failed; the recipient's turn comes again. */
  rejected: 4,
  /** No answer came: the message may have arrived, and is sent again with the same Message-ID. */
  inDoubt: 5,
  /** The message could not be written; nothing left. */
  renderError: 6,
  /** This message, not the configuration, was refused before it left. */
  refused: 7,
} as const

export type AttemptKind = (typeof ATTEMPT)[keyof typeof ATTEMPT]
