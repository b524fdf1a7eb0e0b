/** Apple's push service for apps, authenticated by a token that we sign. */
import { createPrivateKey, sign } from 'node:crypto'
import { type ApnsAccount, apnsOutcome, apnsRequest } from '../../http/http-apns.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { ProviderEnvironment } from '../../provider.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../message.ts'
import { KEPT_SECONDS } from '../payload.ts'

/** Returns the URL for these settings, without a slash at the end. */
export function apnsUrl(
  { apns_environment: environment }: MobilePushConfiguration,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
): string {
  return environment === 'development' ? urls.apns_development : urls.apns
}

export function apnsExchange(
  configuration: MobilePushConfiguration,
  environment: Pick<ProviderEnvironment, 'urls'>,
): HttpExchange<MobilePushMessage> {
  const tokens = appleTokens(configuration)
  const account: ApnsAccount = {
    url: apnsUrl(configuration, environment),
    topic: configuration.apns_bundle_id ?? '',
    keptSeconds: KEPT_SECONDS,
    authorization: () => `bearer ${tokens.take()}`,
  }
  return {
    request: message => apnsRequest(account, message),
    outcome: (answer, message) => apnsOutcome(answer, message, () => tokens.drop()),
  }
}

// The token by which a team signs in at Apple: a JWT that it signs itself with its key (ES256).

/** Apple refuses tokens that are older than an hour, and teams that create new ones more often than every 20 minutes. */
const RENEWED_AFTER_MS = 40 * 60_000
const RENEWED_AT_LEAST_MS = 20 * 60_000

interface AppleTokens {
  take(): string
  /** Apple calls it too old: a new one, unless this one is new. */
  drop(): void
}

/** Throws for text that is not a key; settings are checked when they are saved. */
export function appleTokens({
  apns_key: key = '',
  apns_key_id: keyId = '',
  apns_team_id: team = '',
}: MobilePushConfiguration): AppleTokens {
  const privateKey = createPrivateKey(key)
  let current = { token: '', sinceMs: 0 }
  return {
    take() {
      const now = Date.now()
      if (now - current.sinceMs >= RENEWED_AFTER_MS) {
        const head = encode({ alg: 'ES256', kid: keyId })
        const text = `${head}.${encode({ iss: team, iat: Math.floor(now / 1000) })}`
        // Both halves of the signature side by side (RFC 7518 section 3.4), not as DER.
        const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
        current = { token: `${text}.${signature.toString('base64url')}`, sinceMs: now }
      }
      return current.token
    },
    drop() {
      if (Date.now() - current.sinceMs >= RENEWED_AT_LEAST_MS) current.sinceMs = 0
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
