import { beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { ensureContactStatistics, ensureAudienceStatistics } from './planner-statistics.ts'

const database = await testDatabase()
const { pool } = database

beforeAll(async () => {
  await pool.query('alter table contact set (autovacuum_enabled = off)')
})

test('the planner comes to know of an application that was just filled: a file finds people by the right index', async () => {
  const applicationId = uuidv7()
  await pool.query(
    `insert into contact (application_id, contact_id, email, email_key, added_at, changed_at)
     select $1, gen_random_uuid(), i || '@example.com', i || '@example.com', now(), now() from generate_series(1, 5000) i`,
    [applicationId],
  )
  const plan = async (): Promise<string> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select 1 from contact where application_id = '${applicationId}' and email_key = 'a' and is_test is not null`,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  await ensureContactStatistics(database, applicationId)
  expect(await plan()).toContain('contact_email')
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select contact_id from contact where application_id = '${applicationId}'`,
  )
  expect(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(1000)
})

test('the few of one application among the many of others are looked at once, not at each question', async () => {
  const [many, few] = [uuidv7(), uuidv7()]
  const fill = (applicationId: string, people: number) =>
    pool.query(
      `insert into contact (application_id, contact_id, added_at, changed_at)
       select $1, gen_random_uuid(), now(), now() from generate_series(1, $2::int)`,
      [applicationId, people],
    )
  const looks = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select pg_stat_get_analyze_count('contact'::regclass)::int as n from pg_stat_force_next_flush()`,
    )
    return rows[0]?.n
  }
  await fill(many, 20_000)
  await fill(few, 1001)
  // The planner then takes every application for a tiny one.
  await pool.query('alter table contact alter column application_id set (n_distinct = 1000000)')
  await pool.query('alter table contact alter column application_id set statistics 0')
  await ensureAudienceStatistics(database, few)
  const before = await looks()
  await ensureAudienceStatistics(database, few)
  await ensureAudienceStatistics(database, few)
  expect(await looks()).toBe(before)
})
