import { randomUUID } from 'node:crypto'
import { chanceOf } from '../../faults/chance.ts'
import type { RazorpayDials } from './dials.ts'
import type { Invoice, Order, Payment, Refund, Subscription } from './entities.ts'
import { ACCOUNT_ID } from './state.ts'

// The content of webhook events, and how the dials affect them.

/** The entities of an event, in their current state. */
export interface Parts {
  payment?: Payment
  order?: Order
  subscription?: Subscription
  invoice?: Invoice
  refund?: Refund
}

/** `unset`: no address is set. `lost`: withheld by a dial. */
export type Fate = 'waiting' | 'taken' | 'given up' | 'lost' | 'unset'

export interface SentWebhook {
  /** Unique for each event, and the same on every retry. */
  id: string
  event: string
  /** Id of the event's entity. */
  about: string
  /** When it happened in real time, in epoch milliseconds. */
  atMs: number
  body: string
  fate: Fate
  isForged: boolean
  /** Responses, oldest first: an HTTP status, or why there was none. */
  answers: (number | string)[]
}

/** An event with the current state of its entities. */
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

/** A forgery by a stranger who knows only the address. */
function forgedCopy(sent: SentWebhook): SentWebhook {
  return { ...sent, id: newEventId(), fate: 'waiting', isForged: true, answers: [] }
}

/** What an event leads to: its forgeries, and how often it is sent itself, which is 0 if it is lost. */
export function sendingsOf(sent: SentWebhook, dials: Readonly<RazorpayDials>): { forged: SentWebhook[]; own: number } {
  const falls = (dial: 'lost_rate' | 'doubled_rate' | 'forged_rate') =>
    chanceOf(dials.seed, dial, sent.id) < dials[dial]
  const forged = falls('forged_rate') ? [forgedCopy(sent)] : []
  if (falls('lost_rate')) return { forged, own: 0 }
  return { forged, own: falls('doubled_rate') ? 2 : 1 }
}
