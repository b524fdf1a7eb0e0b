import { inBatches } from './batches.ts'
import type { CallOptions, Request } from './http.ts'
import type { EventReceipt, EventResult, NewEvent } from './wire.ts'

const PATH = '/api/v1/events'
const BATCH_BYTES_MAX = 4_194_304

/** Events of contacts. An event without an id gets one, so that retries store it once. */
export interface Events {
  track(event: NewEvent, options?: CallOptions): Promise<EventReceipt>
  /** Any number of events, 1,000 in a call. Results are in their order; a refused one keeps none of the others back. */
  batch(events: readonly NewEvent[], options?: CallOptions): Promise<EventResult[]>
}

export function eventsOf(request: Request): Events {
  const named = (event: NewEvent): NewEvent => (event.id === undefined ? { ...event, id: crypto.randomUUID() } : event)
  return {
    track: (event, options) => request({ ...options, method: 'POST', path: PATH, body: named(event) }),
    batch: (events, options) =>
      inBatches<NewEvent, EventResult>(events.map(named), BATCH_BYTES_MAX, part =>
        request({ ...options, method: 'POST', path: `${PATH}/batch`, body: { events: part } }),
      ),
  }
}
