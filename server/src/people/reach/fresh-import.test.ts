/**
 * Right after an import the planner knows nothing of its people, and autovacuum is a minute away: no statement may then read them over
 * and over. Looked at are the plans that PostgreSQL chose, each node with the rows that it went through.
 */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/schema/tables.ts'
import { prepareRun } from '../../engine/snapshot/prepare-run.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { addConfiguration, addContacts, addRun, prepareEngine } from '../../testing/engine/world.ts'
import { plansOf } from '../../testing/plans-of.ts'
import { ensureAudienceStatistics } from '../contacts/planner-statistics.ts'
import { chosenContacts, loadRuleContext } from '../rules/compile.ts'
import { copyMembers, dropMembers, dropMemberships, removeContacts } from '../segments/members.ts'
import { estimateAudience, reachOf } from './audience.ts'

const PEOPLE = 100_000
/** What the planner knows of the older application must not do for the fresh one. */
const KNOWN_PEOPLE = 5000
/** A page of contacts that somebody chose. */
const CHOSEN = 500
/** Going through everybody a few times is sane; doing so for each of them would be 100,000 times. */
const MOST_ROWS = 10 * PEOPLE

const database = await testDatabase()
const { pool } = database
const [older, fresh] = [uuidv7(), uuidv7()]
const [segmentId, otherSegmentId] = [uuidv7(), uuidv7()]
const now = new Date()

beforeAll(async () => {
  await prepareEngine(database)
  await stopAutovacuum()
  await addContacts(database, older, KNOWN_PEOPLE)
  await join(older, uuidv7())
  await pool.query('analyze')
  await addConfiguration(database, fresh, { settings: { sender_email: 'news@shop.example', host: '127.0.0.1' } })
  await pool.query(
    `insert into contact (application_id, contact_id, email, email_key, added_at, changed_at)
     select $1, gen_random_uuid(), i || '@example.test', i || '@example.test', now(), now()
     from generate_series(1, ${PEOPLE}) i`,
    [fresh],
  )
  await join(fresh, segmentId)
  await addSegment(fresh, otherSegmentId)
  await ensureAudienceStatistics(database, fresh)
}, 60_000)

const audience = { segment_uuids: [segmentId], exclude_segment_uuids: [otherSegmentId] }
const query = { applicationId: fresh, channel: 'email', audience, now }
const key = { applicationId: fresh, segmentId }
const rules: RuleGroup = {
  kind: 'group',
  match: 'all',
  rules: [
    { kind: 'segment', segment_uuid: segmentId, op: 'is_member' },
    { kind: 'field', field: 'email', type: 'text', op: 'contains', value: '7' },
    { kind: 'reach', channel: 'email', op: 'is', status: 'reachable' },
  ],
}

async function chosenByRules(db: Db) {
  return chosenContacts(rules, await loadRuleContext(db, fresh, [segmentId], now))
}

async function someContacts(): Promise<string[]> {
  const text = 'select contact_id as id from contact where application_id = $1 limit $2'
  const { rows } = await pool.query<{ id: string }>(text, [fresh, CHOSEN])
  return rows.map(({ id }) => id)
}

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['an estimate', db => estimateAudience(db, query)],
  [
    'the recipients of a run',
    async db => {
      const { runId } = await addRun(database, fresh, { audience })
      await prepareRun(db, fresh, runId, now)
    },
  ],
  ['a count of rules', async db => sql`select count(*) from (${await chosenByRules(db)}) chosen`.execute(db)],
  ['the reach of rules', async db => reachOf(db, { ...query, chosen: await chosenByRules(db) })],
  ['a copy of a segment', db => copyMembers(db, key, { applicationId: fresh, segmentId: otherSegmentId })],
  ['taking some out of a segment', async db => removeContacts(db, key, await someContacts())],
  ['taking some out of all segments', async db => dropMemberships(db, fresh, await someContacts())],
  ['emptying a segment', db => dropMembers(db, key)],
])(
  'right after an import %s goes through its people a few times at most',
  async (_what, ask) => {
    const plans = await plansOf(database, ask)
    expect(Math.max(...plans.map(({ rows }) => rows))).toBeGreaterThan(CHOSEN - 1)
    expect(plans.filter(({ rows }) => rows > MOST_ROWS)).toEqual([])
  },
  30_000,
)

async function addSegment(applicationId: string, segment: string): Promise<void> {
  await pool.query(
    `insert into segment (application_id, segment_id, name, kind, contact_count, created_at, updated_at)
     values ($1, $2::uuid, $2::uuid::text, 'static', 0, now(), now())`,
    [applicationId, segment],
  )
}

/** Everybody becomes a member. */
async function join(applicationId: string, segment: string): Promise<void> {
  await addSegment(applicationId, segment)
  const { rowCount } = await pool.query(
    `insert into segment_member (application_id, segment_id, contact_id)
     select application_id, $2, contact_id from contact where application_id = $1`,
    [applicationId, segment],
  )
  await pool.query('update segment set contact_count = $2 where segment_id = $1', [segment, rowCount])
}

async function stopAutovacuum(): Promise<void> {
  const { rows } = await pool.query<{ leaf: string }>(
    `select t.relid::text as leaf
     from unnest(array['contact', 'contact_slot', 'segment_member']) name, pg_partition_tree(name::regclass) t where t.isleaf`,
  )
  for (const { leaf } of rows) await pool.query(`alter table ${leaf} set (autovacuum_enabled = off)`)
}
