/**
 * Right after an import the planner knows nothing of its people, and autovacuum is a minute away: no statement may then read them over
 * and over. Counted is how many rows and index entries a statement reads.
 */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/schema/tables.ts'
import { prepareRun } from '../../engine/snapshot/prepare-run.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { addConfiguration, addContacts, addRun, addUnknownContacts, prepareEngine } from '../../testing/engine/world.ts'
import { knowPeople } from '../contacts/planner-statistics.ts'
import { chosenContacts, loadRuleContext } from '../rules/compile.ts'
import { estimateAudience } from './audience.ts'

const PEOPLE = 5000
/** Of each person: one way or another of reading all takes some dozens; reading everybody for each of them would be 5,000. */
const READS_EACH = 100

const database = await testDatabase()
const { pool, kysely } = database
const [older, fresh] = [uuidv7(), uuidv7()]
const segmentId = uuidv7()

beforeAll(async () => {
  await prepareEngine(database)
  await stopAutovacuum()
  // What the planner knows is of another application.
  await addContacts(database, older, PEOPLE)
  await join(older, uuidv7())
  await pool.query('analyze')
  await addConfiguration(database, fresh, { settings: { sender_email: 'news@shop.example', host: '127.0.0.1' } })
  await addUnknownContacts(database, fresh, PEOPLE)
  await join(fresh, segmentId)
  await knowPeople(database, fresh)
})

const audience = { segment_uuids: [segmentId], exclude_segment_uuids: [] }
const query = { applicationId: fresh, channel: 'email', audience, now: new Date() }

test('after an import each person is read a few times: by an estimate, by the recipients of a run, by a count of rules', async () => {
  const reads = {
    estimate: await readsOf(db => estimateAudience(db, query)),
    recipients: await readsOf(takeSnapshot),
    rules: await readsOf(countRules),
  }
  expect(Object.entries(reads).filter(([, n]) => n > READS_EACH * PEOPLE)).toEqual([])
})

async function takeSnapshot(db: Db): Promise<void> {
  const { runId } = await addRun(database, fresh, { audience })
  await prepareRun(db, fresh, runId, new Date())
}

async function countRules(db: Db): Promise<void> {
  const rules: RuleGroup = {
    kind: 'group',
    match: 'all',
    rules: [
      { kind: 'segment', segment_uuid: segmentId, op: 'is_member' },
      { kind: 'field', field: 'email', type: 'text', op: 'contains', value: '7' },
      { kind: 'reach', channel: 'email', op: 'is', status: 'reachable' },
    ],
  }
  const context = await loadRuleContext(db, fresh, [segmentId], new Date())
  await sql`select count(*) from (${chosenContacts(rules, context)}) chosen`.execute(db)
}

/** Rows and index entries that a transaction has read. */
function readsOf(ask: (db: Db) => Promise<unknown>): Promise<number> {
  return kysely.transaction().execute(async db => {
    await ask(db)
    const { rows } = await sql<{ n: number }>`
      select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::float8 as n from pg_class
      where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`.execute(db)
    return rows[0]?.n ?? 0
  })
}

async function join(applicationId: string, segment: string): Promise<void> {
  await pool.query(
    `insert into segment (application_id, segment_id, name, kind, contact_count, created_at, updated_at)
     values ($1, $2, 'File', 'static', $3, now(), now())`,
    [applicationId, segment, PEOPLE],
  )
  await pool.query(
    `insert into segment_member (application_id, segment_id, contact_id)
     select application_id, $2, contact_id from contact where application_id = $1`,
    [applicationId, segment],
  )
}

async function stopAutovacuum(): Promise<void> {
  const { rows } = await pool.query<{ leaf: string }>(
    `select t.relid::text as leaf
     from unnest(array['contact', 'contact_slot', 'segment_member']) name, pg_partition_tree(name::regclass) t where t.isleaf`,
  )
  for (const { leaf } of rows) await pool.query(`alter table ${leaf} set (autovacuum_enabled = off)`)
}
