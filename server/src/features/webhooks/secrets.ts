/** Secrets of webhooks, and signatures with them: Standard Webhooks (https://www.standardwebhooks.com), symmetric signatures. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../lib/secrets.ts'
import type { WebhookKey } from './queries.ts'

const PREFIX = 'whsec_'
/** The specification requires 24 to 64. */
const SECRET_BYTES = 32

/** Returns a new secret as shown to its owner, once. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export function sealWebhookSecret(secrets: Secrets, key: WebhookKey, secret: string): string {
  return secrets.seal(secret, placeOf(key))
}

export function openWebhookSecret(secrets: Secrets, key: WebhookKey, sealed: string): string {
  return secrets.open(sealed, placeOf(key))
}

function placeOf({ applicationId, webhookId }: WebhookKey): string {
  return `webhook ${applicationId} ${webhookId} secret`
}

interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** The headers of a request, signed with each of the secrets. */
export function signedHeaders(keys: readonly string[], { id, timestamp, body }: Signed): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map(key => `v1,${signatureOf(key, content)}`).join(' '),
  }
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
