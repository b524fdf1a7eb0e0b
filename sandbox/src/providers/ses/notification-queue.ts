import { postUntilTaken } from '../outward-call.ts'
import { createDueQueue } from '../../due-queue.ts'

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
const RETRIES = { attempts: 6, firstPauseMs: 300 }

export function createNotificationQueue(pace: number): NotificationQueue {
  const stopping = new AbortController()
  const told = { delivered: 0, lost: 0 }

  const deliver = async ({ endpoint, type, body }: Notification): Promise<void> => {
    const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': type }
    const post = { url: endpoint, headers, body: await body }
    const isTaken = await postUntilTaken(post, { ...RETRIES, pace, signal: stopping.signal })
    if (isTaken) told.delivered++
    else told.lost++
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
