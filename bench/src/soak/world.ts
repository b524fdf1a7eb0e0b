/** What a soak works on: a PostgreSQL that may be killed, a receiver that counts, and an application with its people. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@notifly/server/db/database'
import { startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { migrate } from '@notifly/server/db/migrate'
import * as ENGINE from '@notifly/server/testing/engine/world'
import { runRow, type EngineDatabase } from '@notifly/server/testing/engine/world'
import type { Release } from './release.ts'
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { numberOf, SILENT } from '../harness/postgres.ts'

const LOOK_MS = 100

export interface World extends AsyncDisposable {
  people: number
  /** Of those, people who have left and addresses that are suppressed: they get nothing, and it is known why. */
  leavers: number
  database: EngineDatabase
  /** Of its PostgreSQL. */
  dataDir: string
  /** Goes with the world. */
  folder: string
  /** It is started again by itself, under another number. */
  postgresPid: () => number
  receiver: MailCounter
  applicationId: string
  /** Where PostgreSQL's log stood when everything was ready. */
  logStart: string
  random: () => number
  say: (line: string) => void
}

export interface WorldOptions {
  people: number
  random: () => number
  settings: Record<string, unknown>
  /** Whose tables these are, and who writes into them; the present one without. */
  release?: Release
}

/** Makes it in a folder that goes with it. */
export async function makeWorld(options: WorldOptions): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-soak-'))
  const dataDir = join(folder, 'database')
  const postgres = await startEmbedded({ dataDir, log: SILENT })
  const world = await fillWorld(postgres.connectionString, options)
  return {
    ...world,
    dataDir,
    folder,
    postgresPid: () => postgres.pid,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A world whose PostgreSQL is another's. */
export type DatabaseWorld = Omit<World, 'postgresPid' | 'dataDir' | 'folder'>

/** Makes it in an empty database of another one's server. */
export async function fillWorld(
  connectionString: string,
  { people, random, settings, release = { migrations: undefined, engine: ENGINE } }: WorldOptions,
): Promise<DatabaseWorld> {
  await migrate(connectionString, release.migrations)
  const database = { ...openDatabase({ connectionString, maxConnections: 5 }), connectionString }
  await release.engine.prepareEngine(database)
  const receiver = await startMailCounter()
  const { applicationId } = await release.engine.createApplication(database, {
    contacts: people,
    port: receiver.port,
    settings,
  })
  const leavers = await unsubscribeSome(database, applicationId)
  const { rows } = await database.pool.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  return {
    people,
    leavers,
    database,
    receiver,
    applicationId,
    logStart: rows[0]?.at ?? '0/0',
    random,
    say: line => void process.stdout.write(`${line}\n`),
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await receiver.stop()
    },
  }
}

/** Every 200th has unsubscribed, every 300th address is suppressed. Returns how many people that are. */
async function unsubscribeSome({ pool }: EngineDatabase, applicationId: string): Promise<number> {
  const numbered = `select contact_id, email_key, substring(email_key from '\\d+')::int as i from contact where application_id = $1`
  await pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select $1, contact_id, 'email', 'unsubscribed', 'preference_page', now() from (${numbered}) c where i % 200 = 0`,
    [applicationId],
  )
  await pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', email_key, 'hard_bounce', now() from (${numbered}) c where i % 300 = 0`,
    [applicationId],
  )
  return numberOf({ pool }, `select count(*) from (${numbered}) c where i % 200 = 0 or i % 300 = 0`, applicationId)
}

export async function untilDone(database: EngineDatabase, runId: string): Promise<void> {
  for (;;) {
    // The database may be the one that was killed last.
    const state = await runRow(database, runId).then(
      row => row.state,
      () => 'unknown',
    )
    if (state === 'done') return
    await delay(LOOK_MS)
  }
}
