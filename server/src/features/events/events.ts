/** Front door of events of contacts, for features that create events other than by a program's call. */
import type { Deps } from '../../http/deps.ts'
import { keyOf, selectCatalogue } from '../../people/events/catalogue.ts'
import { momentsOf, takeRead } from './take-events.ts'
import { readUnknown } from './read-event.ts'

interface ReceivedEvent {
  external_user_id: string
  name: string
  /** Nobody has looked at them yet. */
  properties: object
}

/** Stores an event of this moment. Throws invalidInput at its fields, notFound for its contact, quotaReached. */
export async function storeEvent(deps: Deps, applicationId: string, told: ReceivedEvent): Promise<void> {
  await takeRead(deps, { applicationId }, readUnknown(told, momentsOf(deps)))
}

/** Whether there were events with this name, and with each of its properties. */
export async function isKnownEvent(
  { database }: Pick<Deps, 'database'>,
  applicationId: string,
  { name, properties }: ReceivedEvent,
): Promise<boolean> {
  const { names, types } = await selectCatalogue(database.kysely, applicationId, [name])
  return names.has(name) && Object.keys(properties).every(property => types.has(keyOf(name, property)))
}
