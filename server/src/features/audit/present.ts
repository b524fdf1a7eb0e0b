import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { printCsvRow } from '@notifly/contracts/csv'
import { csvHeader } from '../../http/send-csv.ts'
import type { AuditRow } from './read-queries.ts'

/** Returns an entry in the API's form. */
export function presentEntry(row: AuditRow): AuditEntry {
  return {
    uuid: row.entry_id,
    at: row.at.toISOString(),
    actor: {
      kind: row.actor_kind === 'account' && row.name === null ? 'deleted' : row.actor_kind,
      uuid: row.account_id ?? row.key_id,
      name: row.name ?? row.key_name ?? '',
      email: row.email ?? '',
    },
    action: row.action,
    object: { type: row.object_type, id: row.object_id, name: row.object_name },
    application:
      row.application_id === null || row.application_name === null
        ? null
        : { uuid: row.application_id, name: row.application_name },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    address: row.address ?? '',
    user_agent: row.user_agent ?? '',
    request_id: row.request_id,
  }
}

const HEADER = [
  'entry_id',
  'at',
  'actor_kind',
  'actor_uuid',
  'actor_name',
  'actor_email',
  'action',
  'object_type',
  'object_id',
  'object_name',
  'application',
  'before',
  'after',
  'address',
  'user_agent',
  'request_id',
]

export const CSV_HEADER = csvHeader(HEADER)

export function printEntry(row: AuditRow): string {
  const { actor, object, ...entry } = presentEntry(row)
  return printCsvRow([
    entry.uuid,
    entry.at,
    actor.kind,
    actor.uuid ?? '',
    actor.name,
    actor.email,
    entry.action,
    object.type,
    object.id ?? '',
    object.name,
    entry.application?.name ?? '',
    entry.before === null ? '' : JSON.stringify(entry.before),
    entry.after === null ? '' : JSON.stringify(entry.after),
    entry.address,
    entry.user_agent,
    entry.request_id ?? '',
  ])
}
