/** Stores events: many in one transaction, with a few statements for all of them. */
import type { EventResult, SentEvent } from '@notifly/contracts/events/events'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { frequentWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { FIELD_ERRORS_EACH, fieldErrors } from '../../http/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { recordOf } from '../../lib/json.ts'
import { mapInTurns } from '../../lib/turns.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { holdContacts, returnReceipts, storeEvents, takeReceipts } from '../../people/events/events.ts'
import { type Admission, admit } from './admit.ts'
import { type Contact, readEvent, readUnknown, type ReadEvent } from './read-event.ts'

/** The application whose contacts the events are about. */
type EventCaller = Pick<KeyCaller, 'applicationId'>

export type Taken = 'accepted' | 'duplicate'

/** One event. Throws invalidInput at its fields, notFound for its contact, quotaReached. */
export async function takeEvent(deps: Deps, caller: EventCaller, sent: SentEvent): Promise<Taken> {
  return takeRead(deps, caller, readEvent(sent, momentsOf(deps)))
}

/** The same for an event that was validated already, or refused. */
export async function takeRead(deps: Deps, caller: EventCaller, event: ReadEvent | AppError): Promise<Taken> {
  const [taken] = await takeEvents(deps, caller, [event])
  if (taken === undefined || taken instanceof AppError) throw taken ?? new AppError('internal')
  return taken
}

/** Stores each event separately, in order. Validates them here, so that an invalid one does not affect the others. */
export async function takeBatch(deps: Deps, caller: EventCaller, sent: readonly unknown[]): Promise<EventResult[]> {
  const moments = momentsOf(deps)
  const read = await mapInTurns(caller.applicationId, sent, each => readUnknown(each, moments))
  const taken = await takeEvents(deps, caller, read)
  return mapInTurns(caller.applicationId, taken, (each, at) => resultOf(sent[at], each))
}

export function momentsOf({ clock, config }: Deps) {
  return { now: clock.now(), days: config.eventDays }
}

function resultOf(sent: unknown, taken: Taken | AppError): EventResult {
  const { id } = recordOf(sent)
  const named = { id: typeof id === 'string' ? id.slice(0, 255) : null }
  if (!(taken instanceof AppError)) return { ...named, result: taken }
  const { sentence: said, errors } = taken
  return {
    ...named,
    result: 'refused',
    error: { ...inWords(said), ...(errors !== undefined && { errors: fieldErrors(errors, FIELD_ERRORS_EACH) }) },
  }
}

type Judged = ReadEvent | AppError

async function takeEvents(deps: Deps, caller: EventCaller, events: readonly Judged[]): Promise<(Taken | AppError)[]> {
  if (events.every(isRefused)) return [...events]
  return frequentWrite(deps.database, caller.applicationId, db => store(deps, db, caller, events))
}

/** The statements of a transaction, in an order that avoids deadlocks. */
async function store(
  deps: Deps,
  db: Db,
  caller: EventCaller,
  events: readonly Judged[],
): Promise<(Taken | AppError)[]> {
  const { applicationId } = caller
  const now = deps.clock.now()
  const placed = await placeEvents(db, applicationId, events)
  const firsts = firstOfEachId(placed)
  const fresh = await takeReceipts(db, applicationId, [...firsts.keys()], now)
  const candidates = placed.map((event, at) => (isNewInBatch(event, at, firsts, fresh) ? event : undefined))
  const admitted = await admit({ deps, db, actor: { applicationId } }, candidates)
  const refused = placed.flatMap((event, at) => (admitted[at] instanceof AppError ? (idHashOf(event) ?? []) : []))
  await returnReceipts(db, applicationId, refused)
  const stored = candidates.filter(
    (event, at): event is PlacedEvent => admitted[at] === 'admitted' && event !== undefined,
  )
  await storeEvents(
    db,
    applicationId,
    stored.map(event => ({ ...event, eventId: uuidv7(now) })),
  )
  return placed.map((event, at) => outcomeOf(event, admitted[at], admitted[firsts.get(idHashOf(event) ?? '') ?? at]))
}

export interface PlacedEvent extends ReadEvent {
  contactId: string
}

/** Returns events with the ids of their contacts, or a refusal if there is none. */
async function placeEvents(
  db: Db,
  applicationId: string,
  events: readonly Judged[],
): Promise<(PlacedEvent | AppError)[]> {
  const named = (field: Contact['field']): string[] => [
    ...new Set(events.flatMap(each => (!isRefused(each) && each.contact.field === field ? [each.contact.id] : []))),
  ]
  const externalIds = named('external_user_id')
  const contactIds = named('contact_uuid')
  const { byExternalId, byId } = await holdContacts(db, applicationId, { externalIds, contactIds })
  return events.map(event => {
    if (isRefused(event)) return event
    const { field, id } = event.contact
    const contactId = field === 'external_user_id' ? byExternalId.get(id) : byId.has(id) ? id : undefined
    return contactId === undefined ? unknownContact(field) : { ...event, contactId }
  })
}

function unknownContact(field: Contact['field']): AppError {
  const said = sentence(field === 'external_user_id' ? 'contacts.noExternalId' : 'events.noContact')
  return new AppError('notFound', { ...said, errors: [{ field, ...said }] })
}

/** Maps the hash of each id to the index of the first event with it. */
function firstOfEachId(placed: readonly (PlacedEvent | AppError)[]): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const [at, event] of placed.entries()) {
    const hash = idHashOf(event)
    if (hash !== undefined && !firsts.has(hash)) firsts.set(hash, at)
  }
  return firsts
}

function isNewInBatch(
  event: PlacedEvent | AppError,
  at: number,
  firsts: ReadonlyMap<string, number>,
  fresh: ReadonlySet<string>,
): event is PlacedEvent {
  if (isRefused(event)) return false
  return event.idHash === undefined || (firsts.get(event.idHash) === at && fresh.has(event.idHash))
}

/** Of several events with one id, the first decides: if it finds no room, none of them is stored. */
function outcomeOf(event: PlacedEvent | AppError, own: Admission, ofFirst: Admission): Taken | AppError {
  if (isRefused(event)) return event
  if (own === 'admitted') return 'accepted'
  return own ?? (ofFirst instanceof AppError ? ofFirst : 'duplicate')
}

function idHashOf(event: PlacedEvent | AppError): string | undefined {
  return isRefused(event) ? undefined : event.idHash
}

function isRefused<Event extends object>(event: Event | AppError): event is AppError {
  return event instanceof AppError
}
