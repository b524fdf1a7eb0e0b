import { setTimeout as wait } from 'node:timers/promises'
import { createDueQueue } from '../smtp/due-queue.ts'

// Calls on their way to subscribers, a few at once for each, sent again when nobody takes them.

export interface Notification {
  endpoint: string
  type: string
  body: Promise<string>
}

export interface NotificationQueue {
  add(notification: Notification): void
  readonly delivered: number
  readonly lost: number
  stop(): Promise<void>
}

const AT_ONCE = 16
const ATTEMPTS = 6
const FIRST_WAIT_MS = 300

export function createNotificationQueue(pace: number): NotificationQueue {
  const stopping = new AbortController()
  const told = { delivered: 0, lost: 0 }

  const deliver = async ({ endpoint, type, body }: Notification): Promise<void> => {
    const text = await body
    for (let attempt = 1; attempt <= ATTEMPTS && !stopping.signal.aborted; attempt++) {
      if (await post(endpoint, type, text, stopping.signal)) {
        told.delivered++
        return
      }
      const pauseMs = Math.max(50, FIRST_WAIT_MS * 2 ** (attempt - 1) * pace)
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    told.lost++
  }

  const queue = createDueQueue(AT_ONCE, deliver, ({ endpoint }) => endpoint)

  return {
    add: notification => queue.add(notification, 0),
    get delivered() {
      return told.delivered
    },
    get lost() {
      return told.lost
    },
    async stop() {
      stopping.abort()
      await queue.stop()
    },
  }
}

async function post(endpoint: string, type: string, body: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': type },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
