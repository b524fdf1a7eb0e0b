/** The ways on which PostgreSQL reads lists of contacts: an index that is lost, or not fit any more, fails here. */
import type { ContactSort } from '@notifly/contracts/contacts/audience'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { type ContactFilter, contactMatches, type ListPart, listParts } from './queries.ts'

const database = await testDatabase()
const applicationId = randomUUID()
const PEOPLE = 20_000

beforeAll(async () => {
  await database.pool.query(
    `insert into contact (application_id, contact_id, external_user_id, email, email_key, merge_fields, updated_on, added_at,
       changed_at)
     select $1, gen_random_uuid(), 'crm-' || n, name || n || '@example.com', name || n || '@example.com',
       jsonb_build_object('first_name', name, 'last_name', 'No ' || n, 'note', md5(n::text)), now() - n * interval '1 min',
       now() - n * interval '1 s', now()
     from generate_series(1, ${PEOPLE}) n,
       lateral (select (array['ana', 'bob', 'zoë', 'noor', 'ivan', 'mei', 'lars', 'rosa'])[1 + n % 8] as name) named`,
    [applicationId],
  )
  await database.pool.query('vacuum analyze contact')
})

async function planOf(filter: Partial<ContactFilter>, part: ListPart, page: string): Promise<string> {
  const query = sql`explain select c.contact_id from ${part.from}
    where ${contactMatches({ applicationId, ...filter })} and ${part.only} order by ${part.order} ${sql.raw(page)}`
  const { rows } = await query.execute(database.kysely)
  return rows.map(row => (row as Record<string, string>)['QUERY PLAN']).join('\n')
}

test.each([
  ['added_on', 'contact_added'],
  ['-added_on', 'contact_added'],
  ['email', 'contact_email'],
  ['-email', 'contact_email'],
  ['name', 'contact_name'],
  ['-name', 'contact_name'],
  ['updated_on', 'contact_updated'],
  ['-updated_on', 'contact_updated'],
] as const)('any page of the list by %s is found in the index %s alone, without sorting', async (sort, index) => {
  const [part] = listParts(sort as ContactSort)
  for (const offset of [0, PEOPLE - 10]) {
    const plan = await planOf({}, part as ListPart, `limit 10 offset ${offset}`)
    expect(plan).toMatch(new RegExp(`Index Only Scan( Backward)? using ${index}`))
    expect(plan).not.toContain('Sort')
  }
})

test.each(['c4ca4238', 'crm-777', 'rosa1999@example.com', 'ana no 1600'])(
  '%s is searched in contact_search',
  async search => {
    const [part] = listParts('-added_on')
    expect(await planOf({ search }, part as ListPart, 'limit 10')).toContain('contact_search')
  },
)

test('contacts for tests are found without looking at the others', async () => {
  const [part] = listParts('-added_on')
  expect(await planOf({ isTest: true }, part as ListPart, 'limit 10')).toContain('contact_test')
})

test('the next contacts of an export follow each other in the primary key', async () => {
  const part: ListPart = { from: sql`contact c`, only: sql`c.contact_id > ${randomUUID()}`, order: sql`c.contact_id` }
  const plan = await planOf({}, part, 'limit 1000')
  expect(plan).toMatch(/Index (Only )?Scan using contact_pkey/)
  expect(plan).not.toContain('Sort')
})
