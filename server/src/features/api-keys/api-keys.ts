/** Front door of keys: which program calls, by the id and the secret of its key. */
import { isUuid } from '@notifly/contracts/fields'
import { KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { timingSafeEqual } from 'node:crypto'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { hashToken } from '../../lib/secrets.ts'
import { openSecret } from './commands.ts'
import { noteUse, selectKeyNamed } from './queries.ts'

/** Looked up at each call, so that a key that is deleted is dead at once. Null for a wrong secret and for no key alike. */
export async function authenticateKey(
  { database, secrets, clock }: Pick<Deps, 'database' | 'secrets' | 'clock'>,
  keyId: string,
  secret: string,
): Promise<KeyCaller | null> {
  const key = isUuid(keyId) ? await selectKeyNamed(database.kysely, keyId.toLowerCase()) : undefined
  if (key === undefined) return null
  const {
    organization_id: organizationId,
    application_id: applicationId,
    api_key_id,
    name,
    scopes,
    secret: sealed,
  } = key
  const known = openSecret(secrets, { applicationId, keyId: api_key_id }, sealed)
  // Of one length, whatever was sent.
  if (!timingSafeEqual(hashToken(known), hashToken(secret))) return null
  await noteUse(database.kysely, { applicationId, keyId: api_key_id }, clock.now())
  return {
    organizationId,
    applicationId,
    keyId: api_key_id,
    name,
    scopes: KEY_SCOPES.filter(scope => scopes.includes(scope)),
  }
}
