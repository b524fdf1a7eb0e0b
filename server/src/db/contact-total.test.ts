import { beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '../lib/uuid.ts'
import { testDatabase } from '../testing/database.ts'
import { knowContacts } from './contact-estimates.ts'
import { contactTotal, foldContactCounts } from './contact-total.ts'

const database = await testDatabase()
const { pool, kysely: db } = database
let applicationId: string

beforeEach(() => {
  applicationId = uuidv7()
})

async function add(contacts: number): Promise<void> {
  await pool.query(
    `insert into contact (application_id, contact_id, email, email_key, added_at, changed_at)
     select $1, gen_random_uuid(), $2 || i || '@example.com', $2 || i || '@example.com', now(), now()
     from generate_series(1, $3::int) i`,
    [applicationId, uuidv7(), contacts],
  )
}

test('whatever is added and deleted, and whoever adds the parts up at once, the total is right', async () => {
  for (const n of [1, 7, 100]) await add(n)
  await pool.query(`delete from contact where application_id = $1 and email like '%3@example.com'`, [applicationId])
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from contact where application_id = $1', [
    applicationId,
  ])
  expect(await contactTotal(db, applicationId)).toBe(rows[0]?.n)
  await Promise.all(Array.from({ length: 8 }, () => foldContactCounts(db, applicationId)))
  expect(await contactTotal(db, applicationId)).toBe(rows[0]?.n)
  expect(await contactTotal(db, uuidv7())).toBe(0)
})

test('the planner comes to know of an application that was just filled: a file finds people by the right index', async () => {
  await add(5000)
  const plan = async (): Promise<string> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select 1 from contact where application_id = '${applicationId}' and email_key = 'a' and is_test is not null`,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  await knowContacts(database, applicationId)
  expect(await plan()).toContain('contact_email')
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select contact_id from contact where application_id = '${applicationId}'`,
  )
  expect(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(1000)
})
