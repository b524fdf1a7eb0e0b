/** The writes on keys that wait for an approver. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type ApiKey, KEY_RATE } from '@notifly/contracts/api-keys/api-keys'
import { uuid } from '@notifly/contracts/fields'
import { KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { randomToken, type Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { defineCommand } from '../approvals/approvals.ts'
import { demandRoom } from '../quotas/quotas.ts'
import { deleteKeyRow, insertKey, type KeyId, selectKey, selectKeys } from './queries.ts'
import type { Db } from '../../db/schema/tables.ts'
import { epochSeconds } from '../../lib/clock.ts'

const OBJECT = 'key'

/** Creates a key. Its secret is made when it is created, so that no request ever holds one. */
export const createKeyCommand = defineCommand({
  name: 'key.create',
  activity: ACTIVITY.keys,
  level: 'create',
  payload: z.object({
    name: z.string(),
    scopes: z.array(z.enum(KEY_SCOPES)),
    // Requests from before keys had limits say nothing of it.
    rate_limit: z._default(z.int(), KEY_RATE.usual),
  }),
  object: OBJECT,
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  async run({ db, deps, actor, now }, { name, scopes, rate_limit: rateLimit }): Promise<ApiKey> {
    await demandRoom({ deps, db, actor }, 'keys')
    const key: KeyId = { applicationId: actor.applicationId, keyId: uuidv7() }
    const secret = sealSecret(deps.secrets, key, randomToken())
    // In the catalogue's order, each once.
    const asked = KEY_SCOPES.filter(scope => scopes.includes(scope))
    if (!(await insertKey(db, { ...key, name, scopes: asked, rateLimit, secret, createdBy: actor.accountId }, now))) {
      throw invalidField('name', sentence('apiKeys.nameTaken'))
    }
    return readKey(db, key)
  },
  idOf: ({ client_id: keyId }) => keyId,
})

export const deleteKeyCommand = defineCommand({
  name: 'key.revoke',
  activity: ACTIVITY.keys,
  level: 'delete',
  payload: z.object({ client_id: uuid }),
  object: OBJECT,
  objectOf: ({ client_id: keyId }) => keyId,
  title: ({ client_id: keyId }, before) => (typeof before?.['name'] === 'string' ? before['name'] : keyId),
  async before({ db, actor }, { client_id: keyId }) {
    const row = await selectKey(db, { applicationId: actor.applicationId, keyId })
    return row === undefined ? null : { name: row.name, scopes: row.scopes, rate_limit: row.rate_limit }
  },
  async run({ db, actor }, { client_id: keyId }) {
    if (!(await deleteKeyRow(db, { applicationId: actor.applicationId, keyId }))) throw new AppError('notFound')
  },
})

/** The secret of a key in the clear. */
export function openSecret(secrets: Secrets, key: KeyId, sealed: string): string {
  return secrets.open(sealed, placeOf(key))
}

function sealSecret(secrets: Secrets, key: KeyId, secret: string): string {
  return secrets.seal(secret, placeOf(key))
}

function placeOf({ applicationId, keyId }: KeyId): string {
  return `api_key ${applicationId} ${keyId} secret`
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>['rows'][number]

/** A key as the wire shows it; `approvalId` is the request that is open on it. */
export function presentKey(row: KeyRow, approvalId?: string): ApiKey {
  return {
    client_id: row.api_key_id,
    name: row.name,
    scopes: row.scopes as ApiKey['scopes'],
    rate_limit: row.rate_limit,
    last_used_on: row.last_used_at === null ? null : epochSeconds(row.last_used_at),
    created_on: epochSeconds(row.created_at),
    created_by: row.created_by,
    ...(approvalId === undefined ? {} : { approval_uuid: approvalId }),
  }
}

/** Throws notFound. */
async function readKey(db: Db, { applicationId, keyId }: KeyId): Promise<ApiKey> {
  const [row] = (await selectKeys(db, { applicationId, keyId, page: 1, perPage: 1 })).rows
  if (row === undefined) throw new AppError('notFound')
  return presentKey(row)
}
