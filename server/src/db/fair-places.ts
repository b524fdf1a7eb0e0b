/**
 * Shares a process's database connections fairly among applications. What a tenant can make slow, counts and lists by rules and all writes,
 * waits for a place; applications take turns. The places of both kinds together leave connections free for everything else.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { sql } from 'kysely'
import { AppError } from '../lib/app-error.ts'
import { Places } from '../lib/work-pool/places.ts'
import type { Database } from './database.ts'
import { prepared } from './prepared.ts'
import type { Db } from './schema/tables.ts'
import { transaction } from './transaction.ts'

const reading = new Places({ places: 6, placesPerKey: 2, waitingPerKey: 30, waitingMax: 300, waitMs: 20_000 })
const writing = new Places({ places: 8, placesPerKey: 4, waitingPerKey: 100, waitingMax: 1000, waitMs: 20_000 })

/** For each statement of a costly read. A million contacts take a second or two; only rules made to be slow come near it. */
const READ_LIMIT_MS = 15_000
/** For each statement of a write, the wait for other writers included. */
const WRITE_LIMIT_MS = 60_000
/** For each statement of a write that looks through all that an application has. */
const LONG_WRITE_LIMIT_MS = 600_000

/** PostgreSQL's code for a statement that was ended at its limit. */
export const QUERY_CANCELED = '57014'

/**
 * Reads in a transaction of its own, each statement bounded. Throws tooManyRequests or unavailable when too much waits, invalidInput when
 * a statement took too long.
 */
export function costlyRead<T>(db: Db, applicationId: string, read: (tx: Db) => Promise<T>): Promise<T> {
  return limitedRead(applicationId, () => limited(db, READ_LIMIT_MS, read, tooSlow))
}

/** As costlyRead, of a list that no rules choose. */
export function listRead<T>(db: Db, applicationId: string, read: (tx: Db) => Promise<T>): Promise<T> {
  return limitedRead(applicationId, () => limited(db, READ_LIMIT_MS, read, listTooSlow))
}

/** Runs a costly read that bounds its statements itself, when the application has a place. Throws tooManyRequests or unavailable. */
export function limitedRead<T>(applicationId: string, read: () => Promise<T>): Promise<T> {
  return inPlace(reading, applicationId, read)
}

/**
 * Writes in a transaction of its own when the application has a place, each statement bounded. Throws tooManyRequests or unavailable when
 * too much waits, unavailable also when a statement took too long.
 */
export function limitedWrite<T>(db: Db, applicationId: string, write: (tx: Db) => Promise<T>): Promise<T> {
  return inPlace(writing, applicationId, () => limited(db, WRITE_LIMIT_MS, write, writeTooSlow))
}

/** As limitedWrite, for writes of which there are very many: their limit comes with the beginning of the transaction. */
export function frequentWrite<T>(database: Database, applicationId: string, write: (tx: Db) => Promise<T>): Promise<T> {
  return inPlace(writing, applicationId, () =>
    refusing(writeTooSlow, () => transaction(database, tx => write(tx.kysely), WRITE_LIMIT_MS)),
  )
}

/** For the rest of a write that is meant to be long, such as erasing a person. */
export async function allowLongWrite(tx: Db): Promise<void> {
  await limitStatements(tx, `${LONG_WRITE_LIMIT_MS}`)
}

async function inPlace<T>(places: Places, applicationId: string, work: () => Promise<T>): Promise<T> {
  const leave = await places.take(applicationId)
  try {
    return await work()
  } finally {
    leave()
  }
}

type Refusal = (cause: unknown) => AppError

const tooSlow: Refusal = cause => new AppError('invalidInput', { ...sentence('segments.tooSlow'), cause })
const listTooSlow: Refusal = cause => new AppError('invalidInput', { ...sentence('quotas.listTooSlow'), cause })
const writeTooSlow: Refusal = cause => new AppError('unavailable', { ...sentence('quotas.writeTooSlow'), cause })

/** Bounds each statement of `read` in the caller's transaction, which is lost when one takes too long: throws invalidInput then. */
export function withinLimit<T>(tx: Db, read: () => Promise<T>): Promise<T> {
  return bounded(tx, read, tooSlow)
}

/** As withinLimit, of a list that no rules choose. */
export function withinListLimit<T>(tx: Db, read: () => Promise<T>): Promise<T> {
  return bounded(tx, read, listTooSlow)
}

function bounded<T>(tx: Db, read: () => Promise<T>, refusal: Refusal): Promise<T> {
  return refusing(refusal, async () => {
    const before = await limitStatements(tx, `${READ_LIMIT_MS}`)
    const result = await read()
    await limitStatements(tx, before)
    return result
  })
}

/** A transaction of its own, with which its limit ends. */
function limited<T>(db: Db, limitMs: number, work: (tx: Db) => Promise<T>, refusal: Refusal): Promise<T> {
  return refusing(refusal, () =>
    db.transaction().execute(async tx => {
      await limitStatements(tx, `${limitMs}`)
      return work(tx)
    }),
  )
}

async function refusing<T>(refusal: Refusal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw (error as { code?: string }).code === QUERY_CANCELED ? refusal(error) : error
  }
}

/** In milliseconds, or with a unit as PostgreSQL prints it, until the transaction ends. Returns the limit that was; 0 is none. */
export async function limitStatements(tx: Db, limit: string): Promise<string> {
  const { rows } = await prepared(
    'limit-statements',
    sql<{ before: string }>`
      with present as materialized (select current_setting('statement_timeout') as before)
      select before, set_config('statement_timeout', ${limit}, true) from present`,
  ).execute(tx)
  return rows[0]?.before ?? '0'
}
