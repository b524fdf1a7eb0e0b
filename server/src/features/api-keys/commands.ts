/** The writes on keys that wait for an approver. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { uuid } from '@notifly/contracts/fields'
import { KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { randomToken, type Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { defineCommand } from '../approvals/approvals.ts'
import { demandRoom } from '../quotas/quotas.ts'
import { readKey } from './present.ts'
import { deleteKeyRow, insertKey, type KeyId, selectKey } from './queries.ts'

const OBJECT = 'key'

/** Creates a key. Its secret is made when it is created, so that no request ever holds one. */
export const createKeyCommand = defineCommand({
  name: 'key.create',
  activity: ACTIVITY.keys,
  level: 'create',
  payload: z.object({ name: z.string(), scopes: z.array(z.enum(KEY_SCOPES)) }),
  object: OBJECT,
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  async run({ db, deps, actor, now }, { name, scopes }): Promise<ApiKey> {
    await demandRoom({ deps, db, actor }, 'keys')
    const key: KeyId = { applicationId: actor.applicationId, keyId: uuidv7() }
    const secret = sealSecret(deps.secrets, key, randomToken())
    // In the catalogue's order, each once.
    const asked = KEY_SCOPES.filter(scope => scopes.includes(scope))
    if (!(await insertKey(db, { ...key, name, scopes: asked, secret, createdBy: actor.accountId }, now))) {
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
    return row === undefined ? null : { name: row.name, scopes: row.scopes }
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
