/** Front door of keys: which program calls, by the id and the secret of its key, or by an access token. */
import { isUuid } from '@notifly/contracts/fields'
import { KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { timingSafeEqual } from 'node:crypto'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { hashToken } from '../../lib/secrets.ts'
import { openSecret } from './commands.ts'
import { noteUse, selectKeyNamed } from './queries.ts'

type KeyDeps = Pick<Deps, 'database' | 'secrets' | 'clock'>

/** Looked up at each call, so that a key that is deleted is dead at once. Null for a wrong secret and for no key alike. */
export async function authenticateKey(deps: KeyDeps, keyId: string, secret: string): Promise<KeyCaller | null> {
  const key = await knownKey(deps, keyId)
  if (key === null) return null
  const place = { applicationId: key.application_id, keyId: key.api_key_id }
  const { old_secret: old, old_secret_until: until } = key
  const accepted = old !== null && until !== null && until > deps.clock.now() ? [key.secret, old] : [key.secret]
  // Of one length, whatever was sent.
  const isRight = accepted.some(sealed =>
    timingSafeEqual(hashToken(openSecret(deps.secrets, place, sealed)), hashToken(secret)),
  )
  return isRight ? inUse(deps, key) : null
}

/** The same for who has shown the key's secret before. Null where there is no such key any more. */
export async function keyCallerNamed(deps: KeyDeps, keyId: string): Promise<KeyCaller | null> {
  const key = await knownKey(deps, keyId)
  return key && inUse(deps, key)
}

type KnownKey = NonNullable<Awaited<ReturnType<typeof selectKeyNamed>>>

async function knownKey({ database }: KeyDeps, keyId: string): Promise<KnownKey | null> {
  return (isUuid(keyId) ? await selectKeyNamed(database.kysely, keyId.toLowerCase()) : undefined) ?? null
}

async function inUse({ database, clock }: KeyDeps, key: KnownKey): Promise<KeyCaller> {
  const { organization_id: organizationId, application_id: applicationId, api_key_id: keyId, name, scopes } = key
  await noteUse(database.kysely, { applicationId, keyId }, clock.now())
  return {
    organizationId,
    applicationId,
    keyId,
    name,
    scopes: KEY_SCOPES.filter(scope => scopes.includes(scope)),
    rateLimit: key.rate_limit,
  }
}
