import { beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { type ContactCounts, contactCounts, contactTotal, foldContactCounts } from './contact-total.ts'

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

test('whatever is added, changed and deleted, and whoever adds the parts up at once, the counts are right', async () => {
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000)
  for (const n of [1, 7, 100]) await add(n)
  const change = (values: string, rest: string) =>
    pool.query(`update contact set ${values} where application_id = $1 and ${rest}`, [applicationId])
  await change(`phone_number = '+91' || email`, `email like '%4@example.com'`)
  await change('email = null, email_key = null', `email like '%5@example.com'`)
  await change(`added_at = now() - interval '30 days'`, `phone_number like '%14@example.com'`)
  await pool.query(`delete from contact where application_id = $1 and email like '%3@example.com'`, [applicationId])
  const { rows } = await pool.query<ContactCounts>(
    `select application_id, count(*)::int as contacts, count(email_key)::int as with_email,
       count(phone_number)::int as with_phone, count(*) filter (where added_at > now() - interval '2 hours')::int as added
     from contact where application_id = $1 group by 1`,
    [applicationId],
  )
  expect(rows).toMatchObject([{ with_email: expect.toSatisfy((n: number) => n > 50) as unknown }])
  expect(await contactCounts(db, [applicationId, uuidv7()], hours(2))).toEqual(rows)
  await Promise.all(Array.from({ length: 8 }, () => foldContactCounts(db, applicationId)))
  expect(await contactCounts(db, [applicationId], hours(2))).toEqual(rows)
  // One part for this hour (two, as the hour may just have ended), one for what is long ago.
  const parts = await pool.query('select from contact_count where application_id = $1', [applicationId])
  expect(parts.rowCount).toBeLessThanOrEqual(3)
  expect(await contactTotal(db, applicationId)).toBe(rows[0]?.contacts)
  expect(await contactTotal(db, uuidv7())).toBe(0)
})
