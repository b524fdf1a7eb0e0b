import { createSign, randomUUID, type KeyObject } from 'node:crypto'
import { createDueQueue } from '../../due-queue.ts'
import { postUntilTaken } from '../outward-call.ts'
import type { SesState, Subscription } from './state.ts'

// Notifications to subscribers, signed like Amazon SNS does.

export interface Sns {
  /** Asks the endpoint to confirm, which it does by opening the address in the message. */
  askToConfirm(subscription: Subscription): void
  /** Sends to all confirmed subscriptions for that key. */
  publish(accessId: string, event: object): void
  /** How many calls were accepted, and how many were given up. */
  readonly told: { delivered: number; lost: number }
  stop(): Promise<void>
}

/** A call to a subscriber. */
interface Notification {
  endpoint: string
  type: string
  body: Promise<string>
}

const AT_ONCE = 16
const RETRIES = { attempts: 6, firstPauseMs: 300 }

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** `ownUrl`: the address of this sandbox, for the certificate and the confirmation. */
export function createSns(state: SesState, ownUrl: () => string, pace: number): Sns {
  const stopping = new AbortController()
  const told = { delivered: 0, lost: 0 }
  const deliver = async ({ endpoint, type, body }: Notification): Promise<void> => {
    const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': type }
    const post = { url: endpoint, headers, body: await body }
    const isTaken = await postUntilTaken(post, { ...RETRIES, pace, signal: stopping.signal })
    told[isTaken ? 'delivered' : 'lost']++
  }
  const queue = createDueQueue(AT_ONCE, deliver, ({ endpoint }) => endpoint)

  const sign = async (fields: Record<string, string>, names: readonly string[]): Promise<string> => {
    const { key } = await state.signing()
    return signed(fields, names, key, `${ownUrl()}/providers/ses/sns/certificate.pem`)
  }

  return {
    askToConfirm(subscription) {
      const type = 'SubscriptionConfirmation'
      const { topic, token, endpoint } = subscription
      const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topic, Token: token })
      const SubscribeURL = `${ownUrl()}/providers/ses/sns/?${query.toString()}`
      const message = `You have chosen to subscribe to the topic ${topic}. Visit the SubscribeURL to confirm.`
      const fields = { ...envelope(type, subscription, message), Token: token, SubscribeURL }
      queue.add({ endpoint, type, body: sign(fields, CONFIRMATION) }, 0)
    },
    publish(accessId, event) {
      for (const subscription of state.subscriptions) {
        const { confirmed, access_id: wanted, endpoint } = subscription
        if (!confirmed || (wanted !== null && wanted !== accessId)) continue
        const fields = {
          ...envelope('Notification', subscription, JSON.stringify(event)),
          Subject: 'Amazon SES Email Event Notification',
        }
        queue.add({ endpoint, type: 'Notification', body: sign(fields, NOTIFICATION) }, 0)
      }
    },
    told,
    async stop() {
      stopping.abort()
      await queue.stop()
    },
  }
}

function envelope(Type: string, { topic }: Subscription, Message: string): Record<string, string> {
  return { Type, MessageId: randomUUID(), TopicArn: topic, Message, Timestamp: new Date().toISOString() }
}

function signed(
  fields: Record<string, string>,
  names: readonly string[],
  key: KeyObject,
  SigningCertURL: string,
): string {
  const text = names.flatMap(name => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`])).join('')
  const Signature = createSign('RSA-SHA1').update(text).sign(key, 'base64')
  return JSON.stringify({ ...fields, SignatureVersion: '1', Signature, SigningCertURL })
}
