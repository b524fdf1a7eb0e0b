/** Compares the snapshot of a run's recipients with the bare statement that writes the same rows. */
import type { Benchmark } from '../harness/bench-context.ts'
import { compare, seconds } from '../harness/compare.ts'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { prepareRun } from '@notifly/server/engine/snapshot/prepare-run'
import { addRun } from '@notifly/server/testing/engine/world'
import { addApplication } from '../campaign/application.ts'
import { CONTENT } from '../campaign/content.ts'

export const benchSnapshot: Benchmark = async ({ postgres, sizes, say }) => {
  const { snapshotRecipients: recipients, rounds } = sizes
  say(`snapshot of ${recipients} recipients, ${rounds} rounds`)
  const database = await postgres.newDatabase()
  const applicationId = await addApplication(database, recipients)
  await copyRecipients(database, applicationId)
  const comparison = await compare(
    rounds,
    () => emptied(database, () => prepare(database, applicationId, recipients)),
    () => emptied(database, () => insertBare(database, applicationId)),
  )
  return [
    {
      ...comparison,
      name: 'snapshot',
      bar: { most: 2 },
      unit: 's',
      limitName: 'bare INSERT SELECT',
      costs: 'PostgreSQL alone',
      how:
        `The job that opens a run of everybody, ${recipients} recipients: chosen, checked, numbered, written, counted, cut ` +
        'into batches, committed. Limit: INSERT SELECT of the finished rows, numbers included, from a table that holds nothing ' +
        'else, into the same table with the same indexes.',
    },
  ]
}

/** Stores the result of the snapshot's query in a table, so that the bare statement only writes. */
async function copyRecipients({ pool }: BenchDatabase, applicationId: string): Promise<void> {
  await pool.query(
    `create table bench_recipient as
     select row_number() over (order by contact_id)::int as seq, contact_id, email_key as address
     from contact where application_id = '${applicationId}'`,
  )
  await pool.query('vacuum analyze bench_recipient')
}

/** Empties the table before each measurement, so that earlier rows do not slow down later ones. */
async function emptied(database: BenchDatabase, measure: () => Promise<number>): Promise<number> {
  await database.pool.query('truncate delivery')
  return measure()
}

async function prepare(database: BenchDatabase, applicationId: string, recipients: number): Promise<number> {
  const { runId } = await addRun(database, applicationId, { content: CONTENT })
  const took = await seconds(() =>
    database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, new Date())),
  )
  const written = await numberOf(database, 'select count(*) from delivery where run_id = $1', runId)
  if (written !== recipients) throw new Error(`${written} of ${recipients} recipients are in the snapshot`)
  return took
}

function insertBare({ pool }: BenchDatabase, applicationId: string): Promise<number> {
  return seconds(() =>
    pool.query(
      `insert into delivery (application_id, run_id, seq, contact_id, state, reason, address)
       select $1::uuid, $2::uuid, seq, contact_id, 0, 0, address from bench_recipient`,
      [applicationId, uuidv7()],
    ),
  )
}
