import { createSign, randomUUID, type KeyObject } from 'node:crypto'
import { createNotificationQueue, type NotificationQueue } from './notification-queue.ts'
import type { SesState, Subscription } from './state.ts'

// Notifications for those who have subscribed, signed like Amazon SNS signs them.

export interface Sns extends Pick<NotificationQueue, 'delivered' | 'lost' | 'stop'> {
  /** Asks the endpoint to confirm; it does by visiting the address in the message. */
  askToConfirm(subscription: Subscription): void
  /** To all that are confirmed and want mails of that key. */
  publish(accessId: string, event: object): void
}

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** `ownUrl`: where this sandbox is reached, for certificate and confirmation. */
export function createSns(state: SesState, ownUrl: () => string, pace: number): Sns {
  const queue = createNotificationQueue(pace)

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
      const said = `You have chosen to subscribe to the topic ${topic}. Visit the SubscribeURL to confirm.`
      const fields = { ...envelope(type, subscription, said), Token: token, SubscribeURL }
      queue.add({ endpoint, type, body: sign(fields, CONFIRMATION) })
    },
    publish(accessId, event) {
      for (const subscription of state.subscriptions) {
        const { confirmed, access_id: wanted, endpoint } = subscription
        if (!confirmed || (wanted !== null && wanted !== accessId)) continue
        const fields = {
          ...envelope('Notification', subscription, JSON.stringify(event)),
          Subject: 'Amazon SES Email Event Notification',
        }
        queue.add({ endpoint, type: 'Notification', body: sign(fields, NOTIFICATION) })
      }
    },
    get delivered() {
      return queue.delivered
    },
    get lost() {
      return queue.lost
    },
    stop: () => queue.stop(),
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
