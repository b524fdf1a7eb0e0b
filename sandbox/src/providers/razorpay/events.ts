import { randomUUID } from 'node:crypto'
import { chanceOf } from '../../faults/chance.ts'
import type { RazorpayDials } from './dials.ts'
import type { Invoice, Order, Payment, Refund, Subscription } from './entities.ts'
import { ACCOUNT_ID } from './state.ts'

// Events: what a webhook says, and what the dials make of one.

/** What an event is about, each as it is at this moment. */
export interface Parts {
  payment?: Payment
  order?: Order
  subscription?: Subscription
  invoice?: Invoice
  refund?: Refund
}

/** `unset`: there is no address. `lost`: the dials kept it. */
export type Fate = 'waiting' | 'taken' | 'given up' | 'lost' | 'unset'

export interface SentWebhook {
  /** Unique for each event, the same at every try. */
  id: string
  event: string
  /** The id of what it is about. */
  about: string
  /** When it happened in life, epoch milliseconds. */
  atMs: number
  body: string
  fate: Fate
  isForged: boolean
  /** What came back, oldest first: a status of HTTP, or why there was none. */
  answers: (number | string)[]
}

/** An event as it is sent, with everything as it is now. */
export function eventOf(event: string, parts: Parts, now: number): SentWebhook {
  const [kind = ''] = event.split('.')
  const entities = Object.entries(parts) as [string, { id: string }][]
  const about = parts[kind as keyof Parts]?.id ?? ''
  const body = JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT_ID,
    event,
    contains: entities.map(([name]) => name),
    payload: Object.fromEntries(entities.map(([name, entity]) => [name, { entity }])),
    created_at: now,
  })
  return { id: newEventId(), event, about, atMs: Date.now(), body, fate: 'unset', isForged: false, answers: [] }
}

function newEventId(): string {
  return `evt_${randomUUID().replaceAll('-', '').slice(0, 14)}`
}

/** What a stranger would send who knows the address alone. */
function forgedLike(sent: SentWebhook): SentWebhook {
  return { ...sent, id: newEventId(), fate: 'waiting', isForged: true, answers: [] }
}

/** The sendings that an event comes to. One that gets lost has none of its own. */
export function sendingsOf(sent: SentWebhook, dials: Readonly<RazorpayDials>): { forged: SentWebhook[]; own: number } {
  const falls = (dial: 'lost_rate' | 'doubled_rate' | 'forged_rate') =>
    chanceOf(dials.seed, dial, sent.id) < dials[dial]
  const forged = falls('forged_rate') ? [forgedLike(sent)] : []
  if (falls('lost_rate')) return { forged, own: 0 }
  return { forged, own: falls('doubled_rate') ? 2 : 1 }
}
