import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { Contact } from '@notifly/contracts/contacts/audience'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { knownFields } from '../../people/fields/fields.ts'
import { sampleContact } from './contacts.ts'
import { createTotals } from './routes.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const owner = await kit.withApplication(person)
const empty = await kit.withApplication(person)
const db = kit.database.kysely

await files.importAs(
  owner,
  {
    name: 'people.csv',
    content: [
      'external_user_id,email,phone_number,first_name,last_name,created_on,note',
      'crm-1,ana.lopez@example.com,+34600000001,Ana,López,2024-02-29,hidden',
      "crm-2,bob_50%@example.com,+34600000002,Bob,O'Neil,,",
      'crm-3,zoe@example.org,,Zoë,Núñez,,',
    ].join('\n'),
  },
  'People',
)

const list = (query: string, who = owner) =>
  kit.call<Contact[]>('GET', `/api/audience?${query}`, { bearer: who.bearer })
const emails = async (query: string) => (await list(query)).data.map(contact => contact.email)

describe('the list of contacts', () => {
  test.each([
    ['lopez', ['ana.lopez@example.com']],
    ['LÓPEZ', ['ana.lopez@example.com']],
    ['ana lóp', ['ana.lopez@example.com']],
    ['crm-2', ['bob_50%@example.com']],
    ['0000002', ['bob_50%@example.com']],
    ['zo', ['zoe@example.org']],
    ['b', ['bob_50%@example.com']],
    ['ú', []],
    ['50%', ['bob_50%@example.com']],
    ['b_5', ['bob_50%@example.com']],
    ['a_a', []],
    ['%', []],
    ['hidden', ['ana.lopez@example.com']],
    ['LÓPEZ ana', ['ana.lopez@example.com']],
    ['"]', []],
    ['example', ['ana.lopez@example.com', 'bob_50%@example.com', 'zoe@example.org']],
  ])('searched for %s', async (term, found) => {
    expect(await emails(`sort=email&search=${encodeURIComponent(term)}`)).toEqual(found)
  })

  test('is sorted and paged, with the total over all pages', async () => {
    expect(await emails('sort=-email')).toEqual(['zoe@example.org', 'bob_50%@example.com', 'ana.lopez@example.com'])
    const second = await list('sort=email&page=2&per_page=2')
    expect(second.data.map(contact => contact.email)).toEqual(['zoe@example.org'])
    expect(second.headers[PAGING_HEADERS.totalCount.toLowerCase()]).toBe('3')
    expect(second.headers[PAGING_HEADERS.previousPage.toLowerCase()]).toBe('1')
    expect(second.headers[PAGING_HEADERS.nextPage.toLowerCase()]).toBeUndefined()
    expect(await emails('sort=added_on')).toEqual((await emails('sort=-added_on')).toReversed())
  })

  test('is narrowed by what email may do and to test contacts, and sorted with those without a value last', async () => {
    const who = await kit.withApplication(person)
    const file = [
      'email,first_name,updated_on,is_test',
      'b@example.com,Ülf,2024-01-02,yes',
      'a@example.com,,,',
      'c@example.com,Ada,2024-01-01,',
    ]
    await files.importAs(who, { name: 'few.csv', content: file.join('\n') }, 'Few')
    const ids = new Map((await list('', who)).data.map(contact => [contact.email, contact.uuid]))
    const { pool } = kit.database
    await pool.query(
      `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
      values ($1, gen_random_uuid(), '+34600000009', '{}', '2020-01-01', now())`,
      [who.applicationId],
    )
    await pool.query(`insert into consent values ($1, $2, 'email', 'unsubscribed', 'link', now())`, [
      who.applicationId,
      ids.get('a@example.com'),
    ])
    await pool.query(`insert into suppression values ($1, 'email', 'b@example.com', 'hard_bounce', null, now())`, [
      who.applicationId,
    ])
    await pool.query(
      `insert into contact_activity (application_id, contact_id, opened_on, clicked_on) values
      ($1, $2, '2026-01-02', null), ($1, $3, '2026-01-01', '2026-01-03')`,
      [who.applicationId, ids.get('a@example.com'), ids.get('c@example.com')],
    )
    const of = async (query: string) => (await list(query, who)).data.map(contact => contact.email?.[0] ?? '-').join('')
    expect(await of('sort=name')).toMatch(/^cb(a-|-a)$/)
    expect(await of('sort=-name')).toMatch(/^bc(a-|-a)$/)
    expect(await of('sort=updated_on')).toMatch(/^cb(a-|-a)$/)
    expect(await of('sort=email')).toBe('abc-')
    expect(await of('sort=-email')).toBe('cba-')
    expect(await of('sort=last_activity_on')).toMatch(/^ac(b-|-b)$/)
    expect(await of('sort=-last_activity_on')).toMatch(/^ca(b-|-b)$/)
    for (const sort of ['name', '-email', 'updated_on', '-last_activity_on']) {
      const pages = await Promise.all([1, 2, 3, 4, 5].map(page => of(`sort=${sort}&per_page=1&page=${page}`)))
      expect(pages.join('')).toBe(await of(`sort=${sort}`))
    }
    for (const [status, found] of Object.entries({
      reachable: 'c',
      unsubscribed: 'a',
      suppressed: 'b',
      no_address: '-',
    })) {
      expect(await of(`reachability=${status}`)).toBe(found)
      for (const contact of (await list(`reachability=${status}`, who)).data) {
        expect(contact.channels.email?.status).toBe(status)
      }
    }
    expect(await of('is_test=true')).toBe('b')
    expect((await list('sort=email', who)).data[0]?.last_activity_on).toBe('2026-01-02')
  })

  test.each(['page=0', 'per_page=101', 'sort=phone', 'segment_uuid=x', 'search=a%00b', 'page=1e9'])(
    'refuses %s',
    async query => {
      expect((await list(query)).status).toBe(400)
    },
  )
})

describe('one contact', () => {
  test('has columns, merge fields, segments and what email may do', async () => {
    const [found] = (await list('search=ana.lopez')).data
    const { data, status } = await kit.call<Contact>('GET', `/api/audience/${found?.uuid}`, { bearer: owner.bearer })
    expect(status).toBe(200)
    expect(data).toEqual(found)
    expect(data).toMatchObject({
      external_user_id: 'crm-1',
      phone_number: '+34600000001',
      created_on: Date.UTC(2024, 1, 29) / 1000,
      merge_fields: { first_name: 'Ana', last_name: 'López', note: 'hidden' },
      channels: { email: { address: 'ana.lopez@example.com', status: 'reachable', since: null, source: null } },
    })
    expect(data.segments.map(segment => segment.name)).toEqual(['People'])
  })

  test('says who unsubscribed or is suppressed, since when and why', async () => {
    const [zoe, bob] = [(await list('search=zoe')).data[0], (await list('search=crm-2')).data[0]]
    await kit.database.pool.query(
      `insert into consent values ($1, $2, 'email', 'unsubscribed', 'link', to_timestamp(1700000000))`,
      [owner.applicationId, zoe?.uuid],
    )
    await kit.database.pool.query(
      `insert into suppression values ($1, 'email', $2, 'hard_bounce', '550', to_timestamp(1700000001))`,
      [owner.applicationId, bob?.email?.toLowerCase()],
    )
    const reach = async (term: string) => (await list(`search=${term}`)).data[0]?.channels.email
    expect(await reach('zoe')).toMatchObject({ status: 'unsubscribed', since: 1_700_000_000, source: 'link' })
    expect(await reach('crm-2')).toMatchObject({ status: 'suppressed', since: 1_700_000_001, source: 'hard_bounce' })
  })

  test('is of one application only, and 404 for what is no contact', async () => {
    const [found] = (await list('search=ana')).data
    const get = async (uuid: string, bearer: string) =>
      (await kit.call('GET', `/api/audience/${uuid}`, { bearer })).status
    expect(await get(found?.uuid ?? '', empty.bearer)).toBe(404)
    expect(await get(crypto.randomUUID(), owner.bearer)).toBe(404)
    expect(await get('nonsense', owner.bearer)).toBe(404)
    expect((await list('', empty)).data).toEqual([])
  })
})

describe('what templates may say of a contact', () => {
  test('is shown with the newest contact that has an email, or with the one asked for', async () => {
    const [ana] = (await list('search=ana.lopez')).data
    const sample = await sampleContact(db, owner.applicationId, ana?.uuid)
    expect(sample?.fields).toMatchObject({
      first_name: 'Ana',
      email: 'ana.lopez@example.com',
      country: null,
      is_test: false,
    })
    expect((await sampleContact(db, owner.applicationId))?.email).toMatch(/@/)
    expect(await sampleContact(db, empty.applicationId)).toBeNull()
    expect(await sampleContact(db, empty.applicationId, ana?.uuid)).toBeNull()
  })

  test('are our own columns and every merge field', async () => {
    const own = await knownFields(db, empty.applicationId)
    expect(own).toEqual(expect.arrayContaining(['email', 'created_on']))
    expect(await knownFields(db, owner.applicationId)).toEqual([...own, 'first_name', 'last_name', 'note'])
  })
})

test('a total above 100,000 is kept for ten seconds, a smaller one is counted each time', async () => {
  let counted = 0
  let ms = 0
  const totalOf = createTotals({ now: () => new Date(ms) })
  const count = (total: number) => async () => {
    counted += 1
    return total
  }
  await totalOf('small', count(100_000))
  await totalOf('small', count(100_000))
  expect(counted).toBe(2)
  await totalOf('large', count(100_001))
  expect(await totalOf('large', count(7))).toBe(100_001)
  expect(counted).toBe(3)
  ms = 10_001
  expect(await totalOf('large', count(7))).toBe(7)
})
