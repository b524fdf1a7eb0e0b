import { createHmac } from 'node:crypto'
import { createDueQueue } from '../../due-queue.ts'
import { chanceOf } from '../../faults/chance.ts'
import { failureOf } from '../sms/provider-call.ts'
import { eventOf, type Parts, sendingsOf, type SentWebhook } from './events.ts'
import type { RazorpayState, Webhook } from './state.ts'

// Webhooks on their way: signed over the very bytes, tried again with longer and longer pauses, and wrong in all the ways that
// the dials say. In memory only, as what was not yet sent when the sandbox stops.

export interface RazorpayWebhooks {
  emit(event: string, parts: Parts): void
  /** Newest first. */
  readonly list: readonly SentWebhook[]
  /** Sends one once more, to the address that is set now; false where that or the webhook is missing. */
  sendAgain(id: string): boolean
  stop(): Promise<void>
}

/** One try after the other. */
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

/** `pace`: factor on the pauses between tries. */
export function createWebhooks(state: RazorpayState, pace: number): RazorpayWebhooks {
  let list: SentWebhook[] = []
  let burst: SentWebhook[] = []
  const stopping = new AbortController()

  const deliver = async (sending: Sending): Promise<void> => {
    const { sent, attempt } = sending
    const answer = await post(sending, stopping.signal)
    if (stopping.signal.aborted) return
    sent.answers.push(answer)
    const isTaken = typeof answer === 'number' && answer >= 200 && answer < 300
    if (isTaken) sent.fate = 'taken'
    else if (attempt >= ATTEMPTS || sent.isForged) sent.fate = 'given up'
    else queue.add({ ...sending, attempt: attempt + 1 }, pauseMs(attempt, pace))
    state.tell()
  }
  // One after the other: who wants them out of order has a dial.
  const queue = createDueQueue(1, deliver)

  const keep = (sent: SentWebhook) => {
    list = [sent, ...list.slice(0, KEPT_MAX - 1)]
  }
  const start = (sent: SentWebhook, webhook: Webhook) => {
    const { dials } = state
    const { forged, own } = sendingsOf(sent, dials)
    forged.forEach(keep)
    sent.fate = own === 0 ? 'lost' : 'waiting'
    for (const each of [...forged, ...Array.from({ length: own }, () => sent)]) {
      queue.add({ webhook, sent: each, attempt: 1 }, dials.late_ms)
    }
  }
  /** What happened in one step leaves together. */
  const flush = () => {
    const events = burst
    burst = []
    const { webhook } = state.content
    if (stopping.signal.aborted || webhook === null) return
    const { seed, disorder_rate: disorder } = state.dials
    const isDisordered = chanceOf(seed, 'disorder', events[0]?.id ?? '') < disorder
    for (const sent of isDisordered ? events.toReversed() : events) start(sent, webhook)
    state.tell()
  }

  return {
    emit(event, parts) {
      if (burst.length === 0) setImmediate(flush)
      const sent = eventOf(event, parts, state.now())
      keep(sent)
      burst.push(sent)
    },
    get list() {
      return list
    },
    sendAgain(id) {
      const sent = list.find(each => each.id === id)
      const { webhook } = state.content
      if (sent === undefined || webhook === null) return false
      sent.fate = 'waiting'
      queue.add({ webhook, sent, attempt: 1 }, 0)
      return true
    },
    async stop() {
      stopping.abort()
      await queue.stop()
    },
  }
}

function pauseMs(attempt: number, pace: number): number {
  return Math.max(LEAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1) * pace)
}

/** The status that came back, or why there was none. */
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
