import { createHmac } from 'node:crypto'
import { postUntilTaken } from '../outward-call.ts'
import { failureOf } from '../sms/provider-call.ts'
import type { Webhook, WhatsappState } from './state.ts'

// Delivery of reports to webhooks: signed with the app's secret over the exact bytes, several per call, and retried if
// they are not accepted. Only addresses on this machine are called.

/** One change in an entry, in the Graph API's format. */
export interface Change {
  field: string
  /** The business account. */
  account: string
  /** The number it is about; without one every webhook is told. */
  number?: string
  value: Record<string, unknown>
}

export interface WebhookQueue {
  add(change: Change): void
  /** How many reports were accepted, and how many were given up. */
  readonly told: { delivered: number; lost: number }
  stop(): Promise<void>
}

type Waiting = Map<Readonly<Webhook>, Change[]>

const AT_ONCE_FOR_EACH = 4
const MOST_IN_A_CALL = 25
const GATHER_MS = 40
const RETRIES = { attempts: 6, firstPauseMs: 500 }

export function createWebhookQueue(state: Pick<WhatsappState, 'webhooks' | 'webhookOf'>, pace: number): WebhookQueue {
  const waiting: Waiting = new Map()
  const running = new Map<Promise<void>, Readonly<Webhook>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const told = { delivered: 0, lost: 0 }

  const pump = () => {
    timer = undefined
    for (const [webhook, changes] of takeSome(waiting, [...running.values()])) {
      const call = deliver(webhook, changes).finally(() => {
        running.delete(call)
        pump()
      })
      running.set(call, webhook)
    }
  }

  const deliver = async ({ url, app_secret: secret }: Readonly<Webhook>, changes: Change[]): Promise<void> => {
    const body = payloadOf(changes)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }
    const isTaken = await postUntilTaken({ url, headers, body }, { ...RETRIES, pace, signal: stopping.signal })
    if (isTaken) told.delivered += changes.length
    else if (!stopping.signal.aborted) told.lost += changes.length
  }

  return {
    add(change) {
      if (stopping.signal.aborted) return
      const own = change.number === undefined ? state.webhooks : [state.webhookOf(change.number)]
      for (const webhook of own) {
        const others = webhook && waiting.get(webhook)
        if (others) others.push(change)
        else if (webhook) waiting.set(webhook, [change])
      }
      timer ??= setTimeout(pump, pace === 0 ? 5 : GATHER_MS)
    },
    told,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      waiting.clear()
      await Promise.allSettled(running.keys())
    },
  }
}

/** The bodies of the next calls. A webhook that does not respond delays only its own. */
function takeSome(waiting: Waiting, running: readonly Readonly<Webhook>[]): [Readonly<Webhook>, Change[]][] {
  const taken: [Readonly<Webhook>, Change[]][] = []
  for (const [webhook, changes] of waiting) {
    const free = AT_ONCE_FOR_EACH - running.filter(each => each === webhook).length
    for (let call = 0; call < free && changes.length > 0; call++) {
      taken.push([webhook, changes.splice(0, MOST_IN_A_CALL)])
    }
    if (changes.length === 0) waiting.delete(webhook)
  }
  return taken
}

/**
 * Puts changes of one account into one entry. As at WhatsApp, characters beyond ASCII are escaped, and template ids are
 * numbers.
 */
function payloadOf(changes: readonly Change[]): Buffer {
  const accounts = [...new Set(changes.map(({ account }) => account))]
  const entry = accounts.map(account => ({
    id: account,
    time: Math.floor(Date.now() / 1000),
    changes: changes.filter(change => change.account === account).map(({ field, value }) => ({ value, field })),
  }))
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry })
    .replace(/"message_template_id":"(\d+)"/g, '"message_template_id":$1')
    .replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Buffer.from(json)
}

/**
 * Asks the webhook to prove that it knows the verify token, like the app's settings do. Resolves to the error, or
 * undefined.
 */
export async function verifyWebhook({
  url,
  verify_token: token,
}: Pick<Webhook, 'url' | 'verify_token'>): Promise<string | undefined> {
  const challenge = String(1_000_000_000 + Math.floor(Math.random() * 1_000_000_000))
  const address = new URL(url)
  address.searchParams.set('hub.mode', 'subscribe')
  address.searchParams.set('hub.challenge', challenge)
  address.searchParams.set('hub.verify_token', token)
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    const text = await answer.text()
    if (answer.status !== 200) return `The address answered HTTP ${answer.status} instead of the challenge.`
    return text === challenge ? undefined : 'The address did not answer with the challenge.'
  } catch (error) {
    return `The address cannot be reached (${failureOf(error)}).`
  }
}
