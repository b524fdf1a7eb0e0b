/**
 * Finds the entries that match a filter, whatever it combines, by reading a bounded number of rows out of up to a million. One index
 * covers type, channel and result, and holds a list, newest first, for each combination; receivers, keys and endpoints with few entries
 * have lists of their own as well. Conditions that a list does not cover are checked on its newest LOG_SEARCHED_MAX entries
 * (docs/decisions/0078-any-filter-of-the-log.md).
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import {
  LOG_COUNTED_MAX,
  LOG_KINDS,
  LOG_RESULTS,
  LOG_SEARCHED_MAX,
  type LogKind,
  type LogResult,
} from '@notifly/contracts/logs/logs'
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
  /** Only entries older than this one. */
  before?: string | undefined
  search?: string | undefined
}

export interface FoundEntries {
  /** The page, newest first. */
  ids: string[]
  /** How many entries match, up to LOG_COUNTED_MAX. */
  total: number
  /** The last entry that was searched, if older ones were neither listed nor searched. */
  lastId: string | undefined
}

type Condition = RawBuilder<unknown>

interface SearchPlan {
  /** The newest entries of a list that meet further conditions, as a subquery of ids. */
  newest: (conditions: readonly Condition[], limit: number) => RawBuilder<unknown>
  /** Conditions that the list does not cover. */
  others: Condition[]
  /** No list of this kind has more than LOG_SEARCHED_MAX entries. */
  isShort?: boolean
}

export async function findEntries(
  db: Db,
  filter: LogFilter,
  { from, count }: { from: number; count: number },
): Promise<FoundEntries> {
  const { newest, others, isShort } = await wayTo(db, filter)
  const floor = isShort || others.length === 0 ? undefined : await lastSearched(db, newest)
  const conditions = floor === undefined ? others : [sql`entry_id >= ${floor}`, ...others]
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from ${newest(conditions, LOG_COUNTED_MAX + 1)} fitting
    order by entry_id desc limit ${LOG_COUNTED_MAX + 1}`.execute(db)
  const ids = rows.slice(0, LOG_COUNTED_MAX).map(({ id }) => id)
  const lastId = rows.length > LOG_COUNTED_MAX ? ids.at(-1) : floor
  return { ids: ids.slice(from, from + count), total: ids.length, lastId }
}

/** The last of a list's newest LOG_SEARCHED_MAX entries, if there are older ones. */
async function lastSearched(db: Db, newest: SearchPlan['newest']): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from ${newest([], LOG_SEARCHED_MAX + 1)} searched
    order by entry_id desc offset ${LOG_SEARCHED_MAX - 1} limit 2`.execute(db)
  return rows.length === 2 ? rows[0]?.id : undefined
}

async function wayTo(db: Db, filter: LogFilter): Promise<SearchPlan> {
  const { kind, channel, result, receiver, key, endpoint, search } = conditionsOf(filter)
  if (receiver) {
    return { newest: listOf(filter, receiver), others: given(kind, channel, result, key, endpoint, search) }
  }
  if (key) return { newest: listOf(filter, key), others: given(kind, channel, result, endpoint, search) }
  if (endpoint && (await isRare(db, filter, endpoint))) {
    return { newest: rareOf(filter, endpoint), others: given(kind, channel, result, search), isShort: true }
  }
  const isOfAll = !kind && !channel && !result
  return { newest: isOfAll ? listOf(filter) : mergedLists(filter), others: given(endpoint, search) }
}

function conditionsOf({ kind, channel, result, endpoint, receiver, keyId, search }: LogFilter) {
  return {
    kind: kind && sql`kind = ${kind}`,
    channel: channel && sql`channel = ${channel}`,
    result: result && sql`result = ${result}`,
    receiver: receiver && sql`lower(receiver) = lower(${receiver})`,
    key: keyId && sql`key_id = ${keyId}`,
    endpoint: endpoint && sql`endpoint like ${`${likeText(endpoint)}%`}`,
    search:
      search &&
      sql`position(lower(${search}) in lower(concat_ws(' ', endpoint, receiver, source, current_status, status, response, payload))) > 0`,
  }
}

const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const given = (...conditions: (Condition | '' | undefined)[]): Condition[] =>
  conditions.filter(condition => condition !== '' && condition !== undefined)

/** One application and the requested time. */
function within({ applicationId, since, until, before }: LogFilter): Condition {
  const parts = [sql`application_id = ${applicationId}`]
  if (since !== undefined) parts.push(sql`entry_id >= ${uuidv7Floor(since)}`)
  if (until !== undefined) parts.push(sql`entry_id < ${uuidv7Floor(until)}`)
  if (before !== undefined) parts.push(sql`entry_id < ${before}`)
  return sql.join(parts, sql` and `)
}

/** All entries of an index that starts with the application and the requested value, followed by the id. */
function listOf(filter: LogFilter, ...asked: Condition[]): SearchPlan['newest'] {
  return (conditions, limit) => sql`(
    select entry_id from log_entry where ${sql.join([within(filter), ...asked, ...conditions], sql` and `)}
    order by entry_id desc limit ${limit})`
}

/** Every matching combination of type, channel and result, at most thirty; some types have no channel. */
function mergedLists(filter: LogFilter): SearchPlan['newest'] {
  const { kind, channel, result } = filter
  const kinds = sql`unnest(${sql.val(kind === undefined ? LOG_KINDS : [kind])}::text[]) as k (kind)`
  const channels = sql`unnest(${sql.val(channel === undefined ? CHANNELS : [channel])}::text[]) as c (channel)`
  const results = sql`unnest(${sql.val(result === undefined ? LOG_RESULTS : [result])}::text[]) as r (result)`
  return (conditions, limit) => {
    const list = (ofChannel: Condition): RawBuilder<unknown> =>
      listOf(filter, sql`kind = k.kind and ${ofChannel} and result = r.result`)(conditions, limit)
    const withChannel = sql`select l.entry_id from ${kinds} cross join ${channels} cross join ${results}
      cross join lateral ${list(sql`channel = c.channel`)} l`
    if (channel !== undefined) return sql`(${withChannel})`
    return sql`(${withChannel} union all
      select l.entry_id from ${kinds} cross join ${results} cross join lateral ${list(sql`channel is null`)} l)`
  }
}

/**
 * Whether at most LOG_SEARCHED_MAX entries have such an endpoint. In the order of the index, not of time, so that the planner reads only
 * these entries.
 */
async function isRare(db: Db, filter: LogFilter, ofEndpoint: Condition): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from log_entry where ${within(filter)} and ${ofEndpoint}
    order by endpoint using ~<~ offset ${LOG_SEARCHED_MAX} limit 1`.execute(db)
  return rows.length === 0
}

function rareOf(filter: LogFilter, ofEndpoint: Condition): SearchPlan['newest'] {
  return (conditions, limit) => sql`(
    select entry_id from (
      select * from log_entry where ${within(filter)} and ${ofEndpoint} order by endpoint using ~<~ limit ${LOG_SEARCHED_MAX}
    ) of_endpoint
    where ${sql.join([sql`true`, ...conditions], sql` and `)} order by entry_id desc limit ${limit})`
}
