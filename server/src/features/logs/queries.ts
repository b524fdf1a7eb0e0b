/** SQL that reads entries of the log. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { LogKind, LogResult } from '@notifly/contracts/logs/logs'
import { sql } from 'kysely'
import type { Paging } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { findEntries, type FoundEntries, type LogFilter } from './find-queries.ts'

export interface LogEntryRow {
  id: string
  kind: LogKind
  channel: Channel | null
  result: LogResult
  status: number
  method: string
  endpoint: string
  currentStatus: string
  source: string
  receiver: string
  keyId: string | null
  keyName: string | null
  runId: string | null
  runName: string | null
  runChannel: Channel | null
  seq: number | null
  /** Set if the contact exists: a program's message may have none. */
  contactId: string | null
  times: number
  response: string
  payload: string
}

/** Characters of a body in lists. */
const SHOWN_CHARACTERS = 300

/** One page of matching entries. */
export async function selectLogPage(
  db: Db,
  filter: LogFilter,
  { page, perPage }: Paging,
): Promise<Omit<FoundEntries, 'ids'> & { rows: LogEntryRow[] }> {
  const { ids, ...found } = await findEntries(db, filter, { from: (page - 1) * perPage, count: perPage })
  return { rows: await selectRows(db, filter.applicationId, ids, SHOWN_CHARACTERS), ...found }
}

/** Newest first; bodies are cut to a number of characters. Test sends have no run or contact to show. */
async function selectRows(
  db: Db,
  applicationId: string,
  ids: readonly string[],
  characters: number,
): Promise<LogEntryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LogEntryRow>`
    select e.entry_id as id, e.kind, e.channel, e.result, e.status, e.method, e.endpoint, e.current_status as "currentStatus",
      e.source, e.receiver, e.key_id as "keyId", k.name as "keyName", e.run_id as "runId",
      case when not r.is_test then r.name end as "runName", r.channel as "runChannel", e.seq,
      case when r.is_test then null else c.contact_id end as "contactId", e.times,
      left(e.response, ${characters}) as response, left(e.payload, ${characters}) as payload
    from log_entry e
    left join api_key k on k.application_id = e.application_id and k.api_key_id = e.key_id
    left join run r on r.application_id = e.application_id and r.run_id = e.run_id
    left join contact c on c.application_id = e.application_id and c.contact_id = e.contact_id
    where e.application_id = ${applicationId} and e.entry_id = any(${sql.val([...ids])}::uuid[])
    order by e.entry_id desc`.execute(db)
  return rows
}

const WHOLE_CHARACTERS = 1_000_000

export async function selectLogEntry(db: Db, applicationId: string, id: string): Promise<LogEntryRow | undefined> {
  const [row] = await selectRows(db, applicationId, [id], WHOLE_CHARACTERS)
  return row
}
