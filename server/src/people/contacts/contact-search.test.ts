import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { contactFound } from './contact-search.ts'

const database = await testDatabase()

/**
 * Signs that mean something to JSON, to LIKE and to the cutting of words, and letters whose case is not plain. Without line
 * breaks and tabs: the first letters of what follows one are found as a part of a word only, from three on.
 */
const sign = fc.constantFrom(...'abcéüñ0123_%\\"[],\'+-@. ДΣद結'.split(''))
const text = fc.string({ unit: sign, minLength: 1, maxLength: 12 })

interface Person {
  contactId: string
  external: string | null
  fields: Record<string, string>
}

async function store(applicationId: string, people: readonly Person[]): Promise<void> {
  await database.pool.query(
    `insert into contact (application_id, contact_id, external_user_id, merge_fields, added_at, changed_at)
     select $1, p."contactId", p.external, p.fields, now(), now()
     from jsonb_to_recordset($2) as p("contactId" uuid, external text, fields jsonb)
     on conflict do nothing`,
    [applicationId, JSON.stringify(people)],
  )
}

async function found(applicationId: string, search: string): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from contact where application_id = ${applicationId} and ${contactFound(search)}`.execute(
    database.kysely,
  )
  return rows.map(row => row.contact_id)
}

/** The words of a text as a reader would cut it out of a field to look for it. */
const wordsOf = (value: string) => value.split(/[\s[\]",\\]+/).filter(word => word !== '')

test('a contact is found by every word of every field of it, whatever signs are in them', async () => {
  const person = fc.record({
    external: fc.option(text),
    fields: fc.dictionary(fc.constantFrom('a', 'b', 'plan'), text),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 8 }), async drawn => {
      const applicationId = randomUUID()
      const people = drawn.map((each, no) => ({
        ...each,
        external: each.external === null ? null : `${each.external}${no}`,
        contactId: randomUUID(),
      }))
      await store(applicationId, people)
      for (const { contactId, external, fields } of people) {
        for (const value of [external ?? '', ...Object.values(fields)]) {
          const words = wordsOf(value)
          const searches = words.length === 0 ? [] : [...words, value]
          for (const search of searches) expect(await found(applicationId, search)).toContain(contactId)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('names of fields are not searched, and a search without a word finds nobody', async () => {
  const applicationId = randomUUID()
  await store(applicationId, [{ contactId: randomUUID(), external: 'x-1', fields: { loyalty: 'gold' } }])
  expect(await found(applicationId, 'loyalty')).toEqual([])
  expect(await found(applicationId, ' ", ')).toEqual([])
  expect(await found(applicationId, 'gold')).toHaveLength(1)
})
