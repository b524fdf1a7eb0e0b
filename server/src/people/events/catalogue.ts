/** The event names that an application uses, and their properties with the type that all values so far have. */
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'

export type PropertyType = 'text' | 'number' | 'boolean' | 'date'

export interface Catalogue {
  names: Set<string>
  /** Keyed by keyOf. */
  types: Map<string, PropertyType>
}

/** A character that no event name contains. */
export const keyOf = (eventName: string, property: string): string => `${eventName}\n${property}`

/** Returns what is known of these event names. */
export async function selectCatalogue(db: Db, applicationId: string, names: readonly string[]): Promise<Catalogue> {
  const { rows } = await prepared(
    'event-catalogue',
    sql<{ event_name: string; name: string | null; type: PropertyType | null }>`
      select e.name as event_name, p.name, p.type from event_name e
      left join event_property p on p.application_id = e.application_id and p.event_name = e.name
      where e.application_id = ${applicationId} and e.name = any(${[...names]}::text[])`,
  ).execute(db)
  const types = rows.flatMap(({ event_name, name, type }) =>
    name === null || type === null ? [] : [[keyOf(event_name, name), type] as const],
  )
  return { names: new Set(rows.map(row => row.event_name)), types: new Map(types) }
}

/** Serializes additions to a catalogue until the transaction ends, so that its limits hold. */
export async function lockCatalogue(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`event names ${applicationId}`}, 0))`.execute(db)
}

export interface CatalogueChange {
  /** Time of the first event of each name. */
  names: ReadonlyMap<string, Date>
  /** New properties, and those whose type changed. */
  properties: readonly { eventName: string; name: string; type: PropertyType }[]
}

/** Adds names and properties, and changes types of properties. */
export async function changeCatalogue(db: Db, applicationId: string, change: CatalogueChange): Promise<void> {
  const names = [...change.names]
  if (names.length > 0) {
    await db
      .insertInto('event_name')
      .values(names.map(([name, at]) => ({ application_id: applicationId, name, first_at: at, last_at: at })))
      .execute()
  }
  if (change.properties.length > 0) {
    await db
      .insertInto('event_property')
      .values(
        change.properties.map(({ eventName, name, type }) => ({
          application_id: applicationId,
          event_name: eventName,
          name,
          type,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['application_id', 'event_name', 'name'])
          .doUpdateSet(eb => ({ type: eb.ref('excluded.type') })),
      )
      .execute()
  }
}
