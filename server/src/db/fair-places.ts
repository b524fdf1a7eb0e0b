/**
 * Shares a process's database connections fairly among applications. What a tenant can make slow, counts and lists by rules and all writes,
 * waits for a place; applications take turns. The places of both kinds together leave connections free for everything else.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { type Kysely, sql } from 'kysely'
import { AppError } from '../lib/app-error.ts'
import { Places } from '../lib/work-pool/places.ts'
import type { Tables } from './schema/tables.ts'

type Db = Kysely<Tables>

const reading = new Places({ places: 6, placesPerKey: 2, waitingPerKey: 30, waitingMax: 300, waitMs: 20_000 })
const writing = new Places({ places: 8, placesPerKey: 4, waitingPerKey: 100, waitingMax: 1000, waitMs: 20_000 })

/** For each statement of a costly read. A million contacts take a second or two; only rules made to be slow come near it. */
const READ_LIMIT_MS = 15_000

/** PostgreSQL's code for a statement that was ended at its limit. */
export const QUERY_CANCELED = '57014'

/**
 * Reads in a transaction of its own, each statement bounded. Throws tooManyRequests or unavailable when too much waits, invalidInput when
 * a statement took too long.
 */
export function costlyRead<T>(db: Db, applicationId: string, read: (tx: Db) => Promise<T>): Promise<T> {
  return fairRead(applicationId, () => db.transaction().execute(tx => withinLimit(tx, () => read(tx))))
}

/** As costlyRead, of a list that no rules choose. */
export function listRead<T>(db: Db, applicationId: string, read: (tx: Db) => Promise<T>): Promise<T> {
  return fairRead(applicationId, () => db.transaction().execute(tx => withinListLimit(tx, () => read(tx))))
}

/** Runs a costly read that bounds its statements itself, when the application has a place. Throws tooManyRequests or unavailable. */
export function fairRead<T>(applicationId: string, read: () => Promise<T>): Promise<T> {
  return inPlace(reading, applicationId, read)
}

/** Runs a write, which opens its own transaction, when the application has a place. Throws tooManyRequests or unavailable. */
export function fairWrite<T>(applicationId: string, write: () => Promise<T>): Promise<T> {
  return inPlace(writing, applicationId, write)
}

async function inPlace<T>(places: Places, applicationId: string, work: () => Promise<T>): Promise<T> {
  const leave = await places.take(applicationId)
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Bounds each statement of `read` in the caller's transaction, which is lost when one takes too long: throws invalidInput then. */
export function withinLimit<T>(tx: Db, read: () => Promise<T>): Promise<T> {
  return bounded(tx, read, sentence('segments.tooSlow'))
}

/** As withinLimit, of a list that no rules choose. */
export function withinListLimit<T>(tx: Db, read: () => Promise<T>): Promise<T> {
  return bounded(tx, read, sentence('quotas.listTooSlow'))
}

async function bounded<T>(tx: Db, read: () => Promise<T>, refusal: Sentence): Promise<T> {
  try {
    await sql.raw(`set local statement_timeout = ${READ_LIMIT_MS}`).execute(tx)
    const result = await read()
    await sql.raw('set local statement_timeout = 0').execute(tx)
    return result
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error
    throw new AppError('invalidInput', { ...refusal, cause: error })
  }
}
