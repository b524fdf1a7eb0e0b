import { createHmac } from 'node:crypto'
import { createDueQueue } from '../../due-queue.ts'
import { chanceOf } from '../../faults/chance.ts'
import { failureOf } from '../sms/provider-call.ts'
import { eventOf, type Parts, sendingsOf, type SentWebhook } from './events.ts'
import type { RazorpayState, Webhook } from './state.ts'

// Delivery of webhooks: signed over the exact bytes, retried with increasing pauses, and disturbed as the dials say. In
// memory only, including what was not yet sent when the sandbox stops.

/** One webhook, which is tried until it is accepted. */
interface Sending {
  webhook: Webhook
  sent: SentWebhook
  attempt: number
}

const KEPT_MAX = 200
const TIMEOUT_MS = 5000
const ATTEMPTS = 8
const FIRST_PAUSE_MS = 1000
const LEAST_PAUSE_MS = 50
const FORGERS_SECRET = 'guessed'

export class RazorpayWebhooks {
  readonly #state: RazorpayState
  readonly #pace: number
  readonly #stopping = new AbortController()
  // One at a time, so that the order changes only if a dial says so.
  readonly #queue = createDueQueue<Sending>(1, sending => this.#deliver(sending))
  #list: SentWebhook[] = []
  #burst: SentWebhook[] = []

  /** `pace`: factor on the pauses between attempts. */
  constructor(state: RazorpayState, pace: number) {
    this.#state = state
    this.#pace = pace
  }

  /** Newest first. */
  get list(): readonly SentWebhook[] {
    return this.#list
  }

  /** Emits an event with the current state. All events of one step are sent together. */
  emit(event: string, parts: Parts): void {
    if (this.#burst.length === 0) setImmediate(() => this.#flush())
    const sent = eventOf(event, parts, this.#state.now())
    this.#keep(sent)
    this.#burst.push(sent)
  }

  /** Sends a webhook again, to the current address; false if there is no address or no such webhook. */
  sendAgain(id: string): boolean {
    const sent = this.#list.find(each => each.id === id)
    const { webhook } = this.#state.content
    if (sent === undefined || webhook === null) return false
    sent.fate = 'waiting'
    this.#queue.add({ webhook, sent, attempt: 1 }, 0)
    return true
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#queue.stop()
  }

  #flush(): void {
    const events = this.#burst
    this.#burst = []
    const { content, dials } = this.#state
    if (this.#stopping.signal.aborted || content.webhook === null) return
    const isDisordered = chanceOf(dials.seed, 'disorder', events[0]?.id ?? '') < dials.disorder_rate
    for (const sent of isDisordered ? events.toReversed() : events) this.#start(sent, content.webhook)
    this.#state.tell()
  }

  #start(sent: SentWebhook, webhook: Webhook): void {
    const { dials } = this.#state
    const { forged, own } = sendingsOf(sent, dials)
    for (const each of forged) this.#keep(each)
    sent.fate = own === 0 ? 'lost' : 'waiting'
    for (const each of [...forged, ...Array.from({ length: own }, () => sent)]) {
      this.#queue.add({ webhook, sent: each, attempt: 1 }, dials.late_ms)
    }
  }

  async #deliver(sending: Sending): Promise<void> {
    const { sent, attempt } = sending
    const answer = await post(sending, this.#stopping.signal)
    if (this.#stopping.signal.aborted) return
    sent.answers.push(answer)
    const isTaken = typeof answer === 'number' && answer >= 200 && answer < 300
    if (isTaken) sent.fate = 'taken'
    else if (attempt >= ATTEMPTS || sent.isForged) sent.fate = 'given up'
    else this.#queue.add({ ...sending, attempt: attempt + 1 }, pauseMs(attempt, this.#pace))
    this.#state.tell()
  }

  #keep(sent: SentWebhook): void {
    this.#list = [sent, ...this.#list.slice(0, KEPT_MAX - 1)]
  }
}

function pauseMs(attempt: number, pace: number): number {
  return Math.max(LEAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1) * pace)
}

/** The response's status, or why there was none. */
async function post({ webhook, sent }: Sending, signal: AbortSignal): Promise<number | string> {
  const secret = sent.isForged ? FORGERS_SECRET : webhook.secret
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': sent.id,
        'x-razorpay-signature': createHmac('sha256', secret).update(sent.body).digest('hex'),
      },
      body: sent.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return failureOf(error)
  }
}
