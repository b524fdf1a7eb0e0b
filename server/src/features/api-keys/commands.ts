/** Writes of keys that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type ApiKey, KEY_RATE } from '@notifly/contracts/api-keys/api-keys'
import { uuid } from '@notifly/contracts/fields'
import { KEY_SCOPES, type KeyScope } from '@notifly/contracts/api-keys/scopes'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { randomToken, type Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { isTaken } from '../../db/failures.ts'
import { type AnyCommand, defineCommand, type Values } from '../approvals/approvals.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { deleteKeyRow, insertKey, type KeyId, selectKey, selectKeys, updateKey } from './queries.ts'
import type { Db } from '../../db/schema/tables.ts'
import { epochSeconds } from '../../lib/clock.ts'

const OBJECT = 'key'

const fields = {
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  // Requests from before keys had limits say nothing of it.
  rate_limit: z._default(z.int(), KEY_RATE.usual),
}

/** Creates a key. Its secret is created with it, so that no request contains one. */
export const createKeyCommand = defineCommand({
  name: 'key.create',
  activity: ACTIVITY.keys,
  level: 'create',
  payload: z.object(fields),
  object: OBJECT,
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  async run({ db, deps, actor, now }, { name, scopes, rate_limit: rateLimit }): Promise<ApiKey> {
    await assertRoom({ deps, db, actor }, 'keys')
    const key: KeyId = { applicationId: actor.applicationId, keyId: uuidv7() }
    const secret = newSecret(deps.secrets, key)
    const row = { ...key, name, scopes: inOrder(scopes), rateLimit, secret, createdBy: actor.accountId }
    if (!(await insertKey(db, row, now))) throw nameTaken()
    return readKey(db, key, now)
  },
  idOf: ({ client_id: keyId }) => keyId,
})

export const updateKeyCommand = defineCommand({
  name: 'key.update',
  activity: ACTIVITY.keys,
  level: 'create',
  payload: z.object({ client_id: uuid, ...fields }),
  object: OBJECT,
  objectOf: ({ client_id: keyId }) => keyId,
  title: ({ name }) => name,
  before: ({ db, actor }, { client_id: keyId }) => valuesOf(db, { applicationId: actor.applicationId, keyId }),
  async run({ db, actor, now }, { client_id: keyId, name, scopes, rate_limit: rateLimit }): Promise<ApiKey> {
    const key: KeyId = { applicationId: actor.applicationId, keyId }
    try {
      if (!(await updateKey(db, { ...key, name, scopes: inOrder(scopes), rateLimit }))) throw new AppError('notFound')
    } catch (error) {
      throw isTaken(error) ? nameTaken() : error
    }
    return readKey(db, key, now)
  },
})

export const deleteKeyCommand = defineCommand({
  name: 'key.revoke',
  activity: ACTIVITY.keys,
  level: 'delete',
  payload: z.object({ client_id: uuid }),
  object: OBJECT,
  objectOf: ({ client_id: keyId }) => keyId,
  title: ({ client_id: keyId }, before) => (typeof before?.['name'] === 'string' ? before['name'] : keyId),
  before: ({ db, actor }, { client_id: keyId }) => valuesOf(db, { applicationId: actor.applicationId, keyId }),
  async run({ db, actor }, { client_id: keyId }) {
    if (!(await deleteKeyRow(db, { applicationId: actor.applicationId, keyId }))) throw new AppError('notFound')
  },
})

export const keyCommands: readonly AnyCommand[] = [createKeyCommand, updateKeyCommand, deleteKeyCommand]

async function valuesOf(db: Db, key: KeyId): Promise<Values | null> {
  const row = await selectKey(db, key)
  return row === undefined ? null : { name: row.name, scopes: row.scopes, rate_limit: row.rate_limit }
}

/** In the order of the catalogue, without duplicates. */
function inOrder(scopes: readonly KeyScope[]): KeyScope[] {
  return KEY_SCOPES.filter(scope => scopes.includes(scope))
}

function nameTaken(): AppError {
  return invalidField('name', sentence('apiKeys.nameTaken'))
}

/** Decrypts the secret of a key. */
export function openSecret(secrets: Secrets, key: KeyId, sealed: string): string {
  return secrets.open(sealed, placeOf(key))
}

/** Returns a new secret, sealed. */
export function newSecret(secrets: Secrets, key: KeyId): string {
  return secrets.seal(randomToken(), placeOf(key))
}

function placeOf({ applicationId, keyId }: KeyId): string {
  return `api_key ${applicationId} ${keyId} secret`
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>['rows'][number]

/** Returns a key in the API's form; `approvalId`: the open request on it. */
export function presentKey(row: KeyRow, now: Date, approvalId?: string): ApiKey {
  const until = row.old_secret_until
  return {
    client_id: row.api_key_id,
    name: row.name,
    scopes: row.scopes as ApiKey['scopes'],
    rate_limit: row.rate_limit,
    old_secret_until: until !== null && until > now ? epochSeconds(until) : null,
    last_used_on: row.last_used_at === null ? null : epochSeconds(row.last_used_at),
    created_on: epochSeconds(row.created_at),
    created_by: row.created_by,
    ...(approvalId === undefined ? {} : { approval_uuid: approvalId }),
  }
}

/** Throws notFound. */
export async function readKey(db: Db, { applicationId, keyId }: KeyId, now: Date): Promise<ApiKey> {
  const [row] = (await selectKeys(db, { applicationId, keyId, page: 1, perPage: 1 })).rows
  if (row === undefined) throw new AppError('notFound')
  return presentKey(row, now)
}
