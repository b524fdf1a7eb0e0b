/** Everything that is stored about one person, for their own use. */
import type { PersonExport } from '@notifly/contracts/contacts/contacts'
import { listRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { reasonOf } from '../../engine/reasons.ts'
import { EVENT, type State, stateName } from '../../engine/states.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'
import { readStandings } from '../../people/reach/standings.ts'
import { selectDeliveriesOf, selectEventsOf, selectMessagesOf, selectSignUpsOf } from './person-queries.ts'
import { type ContactRow, selectContact, selectSegmentsOf } from './queries.ts'

/** Throws notFound, and like a list if it takes too long. */
export function exportPerson(db: Db, key: ContactKey, now: Date): Promise<PersonExport> {
  return listRead(db, key.applicationId, tx => readPerson(tx, key, now))
}

async function readPerson(db: Db, key: ContactKey, now: Date): Promise<PersonExport> {
  const row = orNotFound(await selectContact(db, key.applicationId, key.contactId))
  const segments = await selectSegmentsOf(db, key.applicationId, [key.contactId])
  const { consents, suppressions } = (await readStandings(db, key.applicationId, [row]))(row)
  const deliveries = await selectDeliveriesOf(db, key)
  const signUps = await selectSignUpsOf(db, key)
  const events = await selectEventsOf(db, key)
  const messages = await selectMessagesOf(db, key)
  return {
    exported_on: now.toISOString(),
    contact: columnsOf(row),
    merge_fields: row.merge_fields as Record<string, unknown>,
    segments: segments.map(({ segment_id: uuid, name }) => ({ uuid, name })),
    consents: consents.map(({ since, ...consent }) => ({ ...consent, since: since.toISOString() })),
    sign_ups: signUps,
    suppressions: suppressions.map(({ channel, address_key: address, reason, created_at: createdAt }) => ({
      channel,
      address,
      reason,
      created_on: createdAt.toISOString(),
    })),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    messages: messages.map(({ run_id, seq, ...message }) => ({ ...message, delivery: `${run_id}.${seq}` })),
    deliveries: deliveries.map(({ run_id, seq, state, reason, sent_at, events, ...delivery }) => ({
      uuid: `${run_id}.${seq}`,
      ...delivery,
      state: stateName(state as State, delivery.channel),
      reason: reasonOf(reason)?.name ?? null,
      sent_on: sent_at?.toISOString() ?? null,
      events: events.map(event => ({
        kind: EVENT_NAMES.get(event.kind) ?? String(event.kind),
        at: new Date(event.at).toISOString(),
        source: event.source,
        detail: event.detail,
      })),
    })),
  }
}

const EVENT_NAMES = new Map<number, string>(Object.entries(EVENT).map(([name, number]) => [number, name]))

function columnsOf(row: ContactRow): Record<string, unknown> {
  const columns = OWN_COLUMNS.map(column => [column, row[column]] as const)
  return { uuid: row.contact_id, ...Object.fromEntries(columns), added_on: row.added_at }
}
