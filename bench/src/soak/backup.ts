/**
 * Takes a backup during a campaign; later the machine is lost, and the backup is restored on another one. Nothing that was recorded before
 * the backup is missing, nothing is sent automatically, and once a person resumes the campaign every recipient receives it.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterSource } from '@notifly/server/db/backup/cluster-source'
import { restoreBackup } from '@notifly/server/db/backup/restore-backup'
import { takeBackup } from '@notifly/server/db/backup/take-backup'
import { openDatabase } from '@notifly/server/db/database'
import { startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { markRestored } from '@notifly/server/db/restoration'
import { resumeRun } from '@notifly/server/engine/runs/runs'
import { STATE } from '@notifly/server/engine/states'
import { selectDifferences } from '@notifly/server/engine/upkeep/counter-queries'
import { createLog } from '@notifly/server/lib/log'
import { holdRestored } from '@notifly/server/roles/hold-restored'
import { type EngineDatabase, MASTER_SECRET, openRun, runRow } from '@notifly/server/testing/engine/world'
import { startEngine } from '../harness/engine.ts'
import { numberOf, SILENT } from '../harness/postgres.ts'
import { printPromises } from './promises.ts'
import { untilDone, type World } from './world.ts'

/** How long the campaign takes at its throttle: longer than its backup. */
export const BACKUP_SECONDS = 60
const WORKERS = 2
const PASSPHRASE = 'plinth walrus copper nineteen lantern'
/** How long the restored workers are watched for messages that they must not send. */
const WATCH_MS = 10_000

export async function soakBackup(world: World): Promise<boolean> {
  const { people, receiver, say, database, applicationId } = world
  const engine = await startEngine(database, WORKERS, { logLevel: 'fatal' })
  const { runId } = await openRun(database, applicationId)
  await receiver.untilMails(people * 0.25)
  const recorded = await endedOf(database, runId)
  const backup = await backUp(world)
  say(`backup from ${recorded.size} to ${await receiver.mails()} mails; its moment is ${backup.moment}`)
  await receiver.untilMails((people - world.leavers) * 0.75)
  await engine[Symbol.asyncDispose]()
  const sentSince = await numberOf(
    database,
    `select count(*) from delivery where run_id = $1 and sent_at > $2::timestamptz - interval '1 second'`,
    runId,
    backup.moment,
  )
  say(`lost at ${await receiver.mails()} mails, ${sentSince} of them after the backup`)
  await using elsewhere = await restoreElsewhere(world, backup.folder)
  // Awaited here: elsewhere is there until then.
  return await judge(world, elsewhere.database, { runId, recorded, sentSince })
}

async function endedOf({ pool }: EngineDatabase, runId: string): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ seq: number }>(
    `select seq from delivery where run_id = $1 and state <> ${STATE.pending}`,
    [runId],
  )
  return new Set(rows.map(({ seq }) => seq))
}

async function backUp({ folder, dataDir, database, say }: World): Promise<{ folder: string; moment: string }> {
  const startedAt = performance.now()
  const target = join(folder, 'backup')
  const source = await clusterSource(dataDir, database.connectionString)
  const order = { folder: target, passphrase: PASSPHRASE, source, masterSecret: MASTER_SECRET, archiveId: null }
  const { moment, files, database: size } = await takeBackup(order)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  const megabytes = (value: number): string => (value / 1_048_576).toFixed(0)
  say(`${megabytes(size.bytes)} MB became ${megabytes(bytes)} MB in ${since(startedAt)}`)
  return { folder: target, moment }
}

async function restoreElsewhere({ folder, say }: World, backup: string) {
  const startedAt = performance.now()
  const dataDir = join(folder, 'elsewhere')
  await restoreBackup({
    ...{ folder: backup, passphrase: PASSPHRASE, dataDir, databaseUrl: null, masterSecret: null },
    ...{ until: null, archiveDir: null, log: SILENT },
    finish: ({ connectionString, moment }) => markRestored(connectionString, { moment, restoredAt: new Date() }),
  })
  say(`restored in ${since(startedAt)}`)
  const postgres = await startEmbedded({ dataDir, log: SILENT })
  const { connectionString } = postgres
  const database: EngineDatabase = { ...openDatabase({ connectionString, maxConnections: 5 }), connectionString }
  await holdRestored({ database, log: createLog('error') }, new Date())
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await postgres.stop()
    },
  }
}

interface Before {
  runId: string
  /** Recipients whose delivery had ended before the backup began. */
  recorded: ReadonlySet<number>
  /** How many mails left after it. */
  sentSince: number
}

async function judge(
  { applicationId, receiver, people, leavers, say }: World,
  database: EngineDatabase,
  { runId, recorded, sentSince }: Before,
): Promise<boolean> {
  const restored = await endedOf(database, runId)
  const missing = [...recorded].filter(seq => !restored.has(seq)).length
  const held = await runRow(database, runId)
  const before = await receiver.mails()
  await using _engine = await startEngine(database, WORKERS, { logLevel: 'fatal' })
  await delay(WATCH_MS)
  const again = (await receiver.mails()) - before
  await database.kysely.transaction().execute(tx => resumeRun(tx, { applicationId, runId }))
  await untilDone(database, runId)
  const { mails, recipients } = await receiver.report()
  const received = Object.keys(recipients).length
  const differences = await selectDifferences(database.kysely, { applicationId, runId })
  const expected = people - leavers
  return printPromises(say, [
    [`recorded before the backup and missing in it ${missing} of ${recorded.size}`, missing === 0],
    [`comes back ${held.state}: ${held.state_reason}`, held.state === 'paused' && held.state_reason !== null],
    [`sent by itself in ${WATCH_MS / 1000} s ${again}`, again === 0],
    [`after a person resumed it: lost ${expected - received} of ${expected}`, received === expected],
    [`doubled ${mails - received}, at most ${sentSince} (sent after the backup)`, mails - received <= sentSince],
    [`counters that differ from the recipients ${differences.length}`, differences.length === 0],
  ])
}

function since(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
