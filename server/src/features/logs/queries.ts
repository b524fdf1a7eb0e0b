/** SQL that reads the log. Every statement is bounded: there may be a million entries. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { LOG_COUNTED_MAX, LOG_SEARCHED_MAX, type LogKind, type LogResult } from '@notifly/contracts/logs/logs'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'

export interface LogFilter {
  applicationId: string
  kind?: LogKind | undefined
  channel?: Channel | undefined
  result?: LogResult | undefined
  endpoint?: string | undefined
  receiver?: string | undefined
  keyId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  search?: string | undefined
}

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
  /** Of a contact that is there: a message of a program may have none. */
  contactId: string | null
  times: number
  response: string
  payload: string
}

/** In lists. */
const SHOWN_CHARACTERS = 300

/** One page, and how many fit, up to LOG_COUNTED_MAX. `oldestId`: that of the last entry looked at, where there are older ones. */
export async function selectLogPage(
  db: Db,
  filter: LogFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: LogEntryRow[]; total: number; oldestId: string | undefined }> {
  const { search } = filter
  const range = { from: (page - 1) * perPage, count: perPage }
  const { ids, ...found } = search ? await findIds(db, filter, search, range) : await pageIds(db, filter, range)
  return { rows: await selectRows(db, filter.applicationId, ids, SHOWN_CHARACTERS), ...found }
}

interface Found {
  ids: string[]
  total: number
  oldestId: string | undefined
}

interface Range {
  from: number
  count: number
}

async function pageIds(db: Db, filter: LogFilter, { from, count }: Range): Promise<Found> {
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from log_entry where ${fitting(filter)}
    order by entry_id desc offset ${from} limit ${Math.max(0, Math.min(count, LOG_COUNTED_MAX - from))}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from log_entry where ${fitting(filter)} limit ${LOG_COUNTED_MAX}) counted`.execute(
    db,
  )
  const total = counted.rows[0]?.total ?? 0
  const oldestId = total < LOG_COUNTED_MAX ? undefined : await lastOf(db, filter, LOG_COUNTED_MAX)
  return { ids: rows.map(row => row.entry_id), total, oldestId }
}

/** Of so many of the newest the last one, where there are older ones. */
async function lastOf(db: Db, filter: LogFilter, count: number): Promise<string | undefined> {
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from log_entry where ${fitting(filter)} order by entry_id desc offset ${count - 1} limit 2`.execute(
    db,
  )
  return rows.length === 2 ? rows[0]?.entry_id : undefined
}

/** Those whose words contain the text, among the newest that fit otherwise. */
async function findIds(db: Db, filter: LogFilter, text: string, { from, count }: Range): Promise<Found> {
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from (
      select * from log_entry where ${fitting(filter)} order by entry_id desc limit ${LOG_SEARCHED_MAX}
    ) newest
    where position(lower(${text}) in lower(concat_ws(' ', endpoint, receiver, source, current_status, status, response, payload))) > 0
    order by entry_id desc limit ${LOG_COUNTED_MAX}`.execute(db)
  const oldestId = rows.length === LOG_COUNTED_MAX ? rows.at(-1)?.entry_id : await lastOf(db, filter, LOG_SEARCHED_MAX)
  return { ids: rows.slice(from, from + count).map(row => row.entry_id), total: rows.length, oldestId }
}

function fitting(filter: LogFilter): RawBuilder<unknown> {
  const { applicationId, kind, channel, result, endpoint, receiver, keyId, since, until } = filter
  const parts = [sql`application_id = ${applicationId}`]
  if (kind !== undefined) parts.push(sql`kind = ${kind}`)
  if (channel !== undefined) parts.push(sql`channel = ${channel}`)
  if (result !== undefined) parts.push(sql`result = ${result}`)
  if (endpoint) parts.push(sql`endpoint like ${`${likeText(endpoint)}%`}`)
  if (receiver) parts.push(sql`lower(receiver) = lower(${receiver})`)
  if (keyId !== undefined) parts.push(sql`key_id = ${keyId}`)
  if (since !== undefined) parts.push(sql`entry_id >= ${uuidv7Floor(since)}`)
  if (until !== undefined) parts.push(sql`entry_id < ${uuidv7Floor(until)}`)
  return sql.join(parts, sql` and `)
}

const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Newest first; of each body so many characters. What was tried out belongs to no run and no contact that anybody could look at. */
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
