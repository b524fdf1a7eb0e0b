import type { Contact } from '@notifly/contracts/contacts/audience'
import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { limitedRead } from '../../db/fair-places.ts'
import { begun } from '../../lib/begun.ts'
import { testApp } from '../../testing/app.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { selectContactsAfter } from './export-queries.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const owner = await kit.withApplication(person)
const copy = await kit.withApplication(person)
const PEOPLE = 2500
const LIST = '/api/audience'
const SUPPRESSIONS = '/api/audience/suppression'

const rows = Array.from(
  { length: PEOPLE },
  (_, no) => `p${no}@example.com,${String(no).padStart(5, '0')},=1+${no},${no}`,
)
const content = ['email,postal_code,note,plan', ...rows].join('\n')
const { segmentId } = await files.importAs(owner, { name: 'people.csv', content }, 'Gold & more')

const take = (query: string, who = owner) =>
  kit.app.inject({
    method: 'GET',
    url: `/api/audience/export?${query}`,
    headers: { authorization: `Bearer ${who.bearer}` },
  })
const list = async (query: string, who = owner) =>
  (await kit.call<Contact[]>('GET', `/api/audience?${query}`, { bearer: who.bearer })).data

test('a segment as CSV is called as the segment is, holds everybody once, and is a file that an import takes back', async () => {
  const { headers, body } = await take(`segment_uuid=${segmentId}`)
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-disposition']).toContain('Gold & more.csv')
  expect(body.split('\r\n')).toHaveLength(PEOPLE + 2)
  expect(body).toContain("'=1+7,")
  // In another application its ids mean no one: without them people are known by their addresses.
  const withoutIds = body.replaceAll(/^[0-9a-f-]{36},|^\uFEFFuuid,/gm, '')
  await files.importAs(copy, { name: 'back.csv', content: withoutIds }, 'Back')
  const [original] = await list('search=p1234@example.com')
  const [back] = await list('search=p1234@example.com', copy)
  expect(back?.merge_fields).toMatchObject(original?.merge_fields ?? {})
  expect(original?.merge_fields).toEqual({ postal_code: '01234', note: '=1+1234', plan: '1234' })
})

test('the filtered list as XLSX holds texts, and nobody else', async () => {
  const { headers, rawPayload } = await take('format=xlsx&search=p24')
  expect(headers['content-type']).toContain('spreadsheetml')
  const read: unknown[][] = []
  for await (const { values } of streamXlsxRows(rawPayload)) read.push(values)
  const [header = [], ...people] = read
  expect(people).toHaveLength(111)
  const email = header.indexOf('email')
  const second = people.find(cells => cells[email] === 'p24@example.com') ?? []
  expect(second[header.indexOf('postal_code')]).toBe('00024')
  expect(second[header.indexOf('note')]).toBe('=1+24')
})

test('exports and far pages of one application take turns with its other costly reads, and those of others go on', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const reads = [1, 2].map(() => limitedRead(owner.applicationId, () => released))
  const get = async (path: string, { bearer } = owner) => (await kit.call('GET', path, { bearer })).status
  const far = 'page=1000000&per_page=100'
  const paths = [`${LIST}/export?search=p24`, `${LIST}?${far}`, `${SUPPRESSIONS}?${far}`, `${SUPPRESSIONS}/export`]
  let ended = 0
  const waiting = paths.map(path => get(path).finally(() => ended++))
  for (const path of paths) expect(await get(path, copy)).toBe(200)
  expect(ended).toBe(0)
  release()
  expect(await Promise.all(waiting)).toEqual(paths.map(() => 200))
  await Promise.all(reads)
})

test('large contacts are read in small pieces, and all of them are in the file', async () => {
  const large = await kit.withApplication(person)
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, is_test, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), n || '@example.com', n || '@example.com', false,
       jsonb_build_object('a', repeat('x', 9 * 1048576)), now(), now() from generate_series(1, 5) n`,
    [large.applicationId],
  )
  const filter = { applicationId: large.applicationId }
  const first = await selectContactsAfter(kit.database.kysely, filter, null, 1000)
  expect([first.rows.length, first.isLast]).toEqual([1, false])
  const { body } = await take('', large)
  expect([...body.matchAll(/\d@example\.com/g)]).toHaveLength(5)
})

test('chosen contacts are a file too; of another application there is nothing', async () => {
  const [one, two] = await list('sort=email')
  const uuids = `${one?.uuid},${two?.uuid}`
  expect((await take(`uuids=${uuids}`)).body.trim().split('\r\n')).toHaveLength(3)
  expect((await take(`uuids=${uuids}`, copy)).body.trim().split('\r\n')).toHaveLength(1)
  expect((await take('uuids=x')).statusCode).toBe(400)
  for (const text of ['-'.repeat(36), `${one?.uuid},${'f'.repeat(36)}`, `${one?.uuid},`]) {
    expect((await take(`format=xlsx&uuids=${text}`)).statusCode).toBe(400)
  }
  const { rows: entries } = await kit.database.pool.query(
    `select after from audit_entry where action = 'contact.export'`,
  )
  expect(entries.length).toBeGreaterThan(2)
})

test.each(['csv', 'xlsx'])('a %s that cannot be read is an error, and no file that breaks off', async format => {
  await kit.database.pool.query('alter table contact rename column device_details to away')
  const headers = { authorization: `Bearer ${owner.bearer}`, 'accept-encoding': 'br' }
  const answer = await kit.app.inject({ method: 'GET', url: `/api/audience/export?format=${format}`, headers })
  await kit.database.pool.query('alter table contact rename column away to device_details')
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.json()).toMatchObject({ success: false })
})

test('what fails after its first bytes does not end as if it were whole', async () => {
  const lines = begun(
    (async function* () {
      yield 'header'
      yield 'row'
      yield await Promise.reject(new Error('gone'))
    })(),
  )
  const read: string[] = []
  await expect(
    (async () => {
      for await (const line of await lines) read.push(line)
    })(),
  ).rejects.toThrow('gone')
  expect(read).toEqual(['header', 'row'])
})
