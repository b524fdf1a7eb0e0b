/**
 * New secrets for keys: the old secret stays valid until all programs have the new one. Never held for approval: rotation grants the key no
 * further right, stops a leaked secret, and requires the person's password.
 */
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import type { AuditAction } from '@notifly/contracts/audit/audit'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { createKeyCommand, newSecret, readKey } from './commands.ts'
import { dropOldSecret, type KeyId, replaceSecret } from './queries.ts'

type RotationDeps = Pick<Deps, 'database' | 'secrets' | 'clock'>

const HOUR_MS = 3_600_000

/** The present secret stays valid for this many hours; an older one ends at once. Throws notFound. */
export function rotateSecret(
  deps: RotationDeps,
  caller: ApplicationCaller,
  keyId: string,
  oldSecretHours: number,
): Promise<ApiKey> {
  const until = oldSecretHours === 0 ? null : new Date(deps.clock.now().getTime() + oldSecretHours * HOUR_MS)
  return change(deps, caller, keyId, 'key.rotate', (db, key) =>
    replaceSecret(db, key, newSecret(deps.secrets, key), until),
  )
}

/** Throws notFound. */
export function endOldSecretNow(deps: RotationDeps, caller: ApplicationCaller, keyId: string): Promise<ApiKey> {
  return change(deps, caller, keyId, 'key.end-old-secret', dropOldSecret)
}

/** Returns the key after `write`, which says whether it exists, and records the change in the audit trail. */
function change(
  { database, clock }: RotationDeps,
  caller: ApplicationCaller,
  keyId: string,
  action: AuditAction,
  write: (db: Db, key: KeyId) => Promise<boolean>,
): Promise<ApiKey> {
  const key = { applicationId: caller.applicationId, keyId }
  const now = clock.now()
  return database.kysely.transaction().execute(async tx => {
    if (!(await write(tx, key))) throw new AppError('notFound')
    const changed = await readKey(tx, key, now)
    const object = { type: createKeyCommand.object, id: keyId, name: changed.name }
    await recordAudit(tx, { ...byCaller(caller), action, object }, now)
    return changed
  })
}
