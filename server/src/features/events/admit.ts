/** Whether an application has room for events, for their names and for their properties. */
import { FIELD_ERRORS_EACH } from '../../http/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapInTurns } from '../../lib/turns.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import {
  type Catalogue,
  changeCatalogue,
  keyOf,
  lockCatalogue,
  type PropertyType,
  selectCatalogue,
} from '../../people/events/catalogue.ts'
import { roomFor } from '../quotas/quotas.ts'
import type { ReadEvent } from './read-event.ts'

interface Asking {
  deps: Pick<Deps, 'config'>
  db: Db
  actor: { applicationId: string }
}

/** Undefined for an event that needs no room. */
export type Admission = 'admitted' | AppError | undefined

/**
 * Registers the names and properties of events in the catalogue. Returns for each whether it may be stored, in order; quotaReached if there
 * is no room: a refused event takes none from later ones.
 */
export async function admit(asking: Asking, events: readonly (ReadEvent | undefined)[]): Promise<Admission[]> {
  const { db, actor } = asking
  const asked = events.filter(event => event !== undefined)
  if (asked.length === 0) return events.map(() => undefined)
  const names = [...new Set(asked.map(event => event.name))]
  let catalogue = await selectCatalogue(db, actor.applicationId, names)
  const hasNews = asked.some(event => !isKnown(event, catalogue))
  if (hasNews) {
    await lockCatalogue(db, actor.applicationId)
    catalogue = await selectCatalogue(db, actor.applicationId, names)
  }
  const room = {
    events: await roomFor(asking, 'events'),
    names: hasNews ? await roomFor(asking, 'event_names') : NO_ROOM,
    properties: hasNews ? await roomFor(asking, 'event_properties') : NO_ROOM,
  }
  const news: News = { names: new Map(), types: new Map() }
  const admissions = await mapInTurns(
    actor.applicationId,
    events,
    event => event && admitOne(event, catalogue, room, news),
  )
  const properties = [...news.types.values()]
  if (news.names.size > 0 || properties.length > 0) {
    await changeCatalogue(db, actor.applicationId, { names: news.names, properties })
  }
  return admissions
}

type Room = Awaited<ReturnType<typeof roomFor>>

/** For events without anything new. */
const NO_ROOM: Room = { left: 0, refusal: () => new AppError('internal') }

interface News {
  names: Map<string, Date>
  /** By keyOf. */
  types: Map<string, { eventName: string; name: string; type: PropertyType }>
}

function isKnown({ name, types }: ReadEvent, catalogue: Catalogue): boolean {
  return (
    catalogue.names.has(name) &&
    Object.entries(types).every(([property, type]) => {
      const known = catalogue.types.get(keyOf(name, property))
      return known === type || known === 'text'
    })
  )
}

function admitOne(
  event: ReadEvent,
  catalogue: Catalogue,
  room: Record<'events' | 'names' | 'properties', Room>,
  news: News,
): Admission {
  const { name, types, sizeBytes } = event
  if (sizeBytes > room.events.left) return room.events.refusal(sizeBytes)
  const isNew = !catalogue.names.has(name)
  if (isNew && room.names.left < 1) return atField(room.names.refusal(1), 'name')
  const fresh = Object.keys(types).filter(property => !catalogue.types.has(keyOf(name, property)))
  if (fresh.length > room.properties.left) {
    const named = fresh.slice(0, FIELD_ERRORS_EACH)
    return atField(room.properties.refusal(fresh.length), ...named.map(property => `properties.${property}`))
  }
  room.events.left -= sizeBytes
  if (isNew) room.names.left -= 1
  room.properties.left -= fresh.length
  note(event, catalogue, news)
  return 'admitted'
}

function atField(refusal: AppError, ...fields: string[]): AppError {
  const { error, sentence } = refusal
  return new AppError(error, { ...sentence, errors: fields.map(field => ({ field, ...sentence })) })
}

/** Registers what is new in an event, for later ones. A property with values of two types is text. */
function note({ name, types, occurredAt }: ReadEvent, catalogue: Catalogue, news: News): void {
  if (!catalogue.names.has(name)) {
    catalogue.names.add(name)
    news.names.set(name, occurredAt)
  }
  for (const [property, type] of Object.entries(types)) {
    const key = keyOf(name, property)
    const known = catalogue.types.get(key)
    const fitting = known === undefined || known === type ? type : 'text'
    if (known === fitting) continue
    catalogue.types.set(key, fitting)
    news.types.set(key, { eventName: name, name: property, type: fitting })
  }
}
