/** SQL that writes the log. */
import { type Selectable, sql } from 'kysely'
import type { ConfigurationRow } from '../../channels/registry.ts'
import type { Db, Tables } from '../../db/schema/tables.ts'

/** An entry as it is stored; its contact is read from the delivery that it is about. */
export type LogRow = Omit<Selectable<Tables['log_entry']>, 'contact_id'>

/**
 * Inserts entries; one whose id exists adds to its number. Contact and address of a delivery are read here, one by one by key: a join would
 * read whole runs while the planner knows nothing of them.
 */
export async function insertLogRows(db: Db, rows: readonly LogRow[]): Promise<void> {
  // One by one in one order, so that no two writers deadlock.
  const applications = [...Map.groupBy(rows, row => row.application_id)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [applicationId, ofOne] of applications) await insertRowsOf(db, applicationId, ofOne)
}

async function insertRowsOf(db: Db, applicationId: string, rows: readonly LogRow[]): Promise<void> {
  await sql`
    insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source, receiver,
      key_id, run_id, seq, contact_id, times, response, payload)
    select ${applicationId}::uuid, n.entry_id, n.kind, n.channel, n.result, n.status, n.method, n.endpoint, n.current_status, n.source,
      coalesce(nullif(n.receiver, ''), d.address, ''), n.key_id, n.run_id, n.seq, d.contact_id, n.times, n.response, n.payload
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (entry_id uuid, kind text, channel text,
      result text, status int, method text, endpoint text, current_status text, source text, receiver text, key_id uuid, run_id uuid,
      seq int, times int, response text, payload text)
    left join lateral (
      select address, contact_id from delivery
      where application_id = ${applicationId} and run_id = n.run_id and seq = n.seq limit 1
    ) d on true
    order by n.entry_id
    on conflict (application_id, entry_id) do update set times = log_entry.times + excluded.times`.execute(db)
}

export interface Room {
  /** Bytes that were granted, at most those requested. */
  bytes: number
  /** Earlier exchanges that found no room. */
  leftOut: number
}

interface RoomLimits {
  /** Bytes at once, after a long silence. */
  most: number
  perSecond: number
}

/** Reserves room for entries of an application and a kind; the row stays locked until the transaction ends. */
export async function takeRoom(
  db: Db,
  { applicationId, kind, wanted, now }: { applicationId: string; kind: string; wanted: number; now: Date },
  { most, perSecond }: RoomLimits,
): Promise<Room> {
  await sql`
    insert into log_room (application_id, kind, bytes_left, at) values (${applicationId}, ${kind}, ${most}, ${now})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ before: number; leftOut: number }>`
    select least(${most}::float8, bytes_left + greatest(0, extract(epoch from ${now}::timestamptz - at)) * ${perSecond}::float8)::float8
      as before, left_out as "leftOut"
    from log_room where application_id = ${applicationId} and kind = ${kind} for update`.execute(db)
  const { before = 0, leftOut = 0 } = rows[0] ?? {}
  const bytes = Math.max(0, Math.min(Math.floor(before), wanted))
  await sql`
    update log_room set bytes_left = ${Math.floor(before) - bytes}, at = greatest(at, ${now})
    where application_id = ${applicationId} and kind = ${kind}`.execute(db)
  return { bytes, leftOut }
}

/** Stores how many found no room so far. */
export async function setLeftOut(
  db: Db,
  { applicationId, kind }: { applicationId: string; kind: string },
  leftOut: number,
): Promise<void> {
  await sql`
    update log_room set left_out = ${leftOut} where application_id = ${applicationId} and kind = ${kind}`.execute(db)
}

/** All settings of an application's channels, including former ones while reports for them may come. */
export async function selectConfigurations(db: Db, applicationId: string): Promise<ConfigurationRow[]> {
  const { rows } = await sql<ConfigurationRow>`
    select configuration_id, settings, secrets, hook_token from channel_configuration where application_id = ${applicationId}
    union all
    select configuration_id, settings, secrets, hook_token from former_hook where application_id = ${applicationId}`.execute(
    db,
  )
  return rows
}

/** Entries about a person are deleted as a whole: they say nothing about other people. */
export async function eraseInLog(
  db: Db,
  applicationId: string,
  { contactId, addresses }: { contactId: string; addresses: readonly string[] },
): Promise<void> {
  const sought = addresses.map(address => address.toLowerCase().replace(/^\+/, '')).filter(address => address !== '')
  await sql`
    delete from log_entry where application_id = ${applicationId} and (contact_id = ${contactId} or exists (
      select from unnest(${sought}::text[]) as a (address)
      where position(address in lower(concat_ws(' ', receiver, source, endpoint, response, payload))) > 0))`.execute(db)
}
