import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { type KeyId, selectKeys } from './queries.ts'

type KeyRow = Awaited<ReturnType<typeof selectKeys>>['rows'][number]

/** A key as the wire shows it; `approvalId` is the request that is open on it. */
export function presentKey(row: KeyRow, approvalId?: string): ApiKey {
  return {
    client_id: row.api_key_id,
    name: row.name,
    scopes: row.scopes as ApiKey['scopes'],
    last_used_on: row.last_used_at === null ? null : epochSeconds(row.last_used_at),
    created_on: epochSeconds(row.created_at),
    created_by: row.created_by,
    ...(approvalId === undefined ? {} : { approval_uuid: approvalId }),
  }
}

/** Throws notFound. */
export async function readKey(db: Db, { applicationId, keyId }: KeyId): Promise<ApiKey> {
  const [row] = (await selectKeys(db, { applicationId, keyId, page: 1, perPage: 1 })).rows
  if (row === undefined) throw new AppError('notFound')
  return presentKey(row)
}
