import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { Contact, Segment } from '@notifly/contracts/contacts/audience'
import type { SegmentUse } from '@notifly/contracts/segments/segments'
import { describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const owner = await kit.withApplication(person)
const other = await kit.withApplication(person)
await files.importAs(
  owner,
  { name: 'a.csv', content: 'email\na@example.com\nb@example.com\nc@example.com\n' },
  'Imported',
)

const SEGMENT = '/api/audience/segment'
const contacts = async (who: ApplicationOwner, query = '') =>
  (await kit.call<Contact[]>('GET', `/api/audience?sort=email${query}`, { bearer: who.bearer })).data
const uuids = (await contacts(owner)).map(contact => contact.uuid)

const create = (name: unknown, chosen: unknown = [], who = owner) =>
  kit.call<{ segment_uuid: string }>('POST', SEGMENT, {
    bearer: who.bearer,
    body: { segment_name: name, contact_uuids: chosen },
  })
const read = (uuid: string, who = owner) =>
  kit.call<Segment>('GET', `${SEGMENT}?segment_uuid=${uuid}`, { bearer: who.bearer })
const change = (uuid: string, body: object, who = owner) =>
  kit.call('PUT', `${SEGMENT}?segment_uuid=${uuid}`, { bearer: who.bearer, body })
const remove = (uuid: string, who = owner) =>
  kit.call<SegmentUse>('DELETE', `${SEGMENT}?segment_uuid=${uuid}`, { bearer: who.bearer })

async function created(name: string, chosen: string[] = []): Promise<string> {
  const { data, status } = await create(name, chosen)
  expect(status).toBe(201)
  return data.segment_uuid
}

/** A campaign as the campaign calls would store it. */
async function campaign(name: string, status: string, audience: object): Promise<void> {
  await kit.database.pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, audience, created_at, updated_at)
     values ($1, gen_random_uuid(), 'email', $2, $3, $4, now(), now())`,
    [owner.applicationId, name, status, JSON.stringify(audience)],
  )
}

describe('segments', () => {
  test('by hand hold the contacts chosen, each once', async () => {
    const uuid = await created('By hand', [uuids[0] ?? '', uuids[1] ?? '', uuids[0]?.toUpperCase() ?? ''])
    expect((await read(uuid)).data).toMatchObject({ uuid, name: 'By hand', kind: 'static', count: 2 })
    const members = await contacts(owner, `&segment_uuid=${uuid}`)
    expect(members.map(contact => contact.email)).toEqual(['a@example.com', 'b@example.com'])
  })

  test('are refused with contacts of another application', async () => {
    expect((await create('Stolen', [uuids[0]], other)).status).toBe(400)
    expect((await create('Unknown', [crypto.randomUUID()])).body.errors?.[0]?.field).toBe('contact_uuids')
  })

  test.each([
    ['no name', undefined, []],
    ['an empty name', '  ', []],
    ['51 characters', 'x'.repeat(51), []],
    ['contacts that are no ids', 'Name', ['x']],
    ['contacts that are no list', 'Name', 'x'],
  ])('with %s are refused', async (_, name, chosen) => {
    expect((await create(name, chosen)).status).toBe(400)
  })

  test('can be renamed, but not to a name in use; to their own name in other letters they can', async () => {
    const uuid = await created('Before')
    expect((await change(uuid, { segment_name: 'After' })).status).toBe(200)
    expect((await change(uuid, { segment_name: 'AFTER' })).status).toBe(200)
    expect((await read(uuid)).data.name).toBe('AFTER')
    const taken = await change(uuid, { segment_name: 'imported' })
    expect([taken.status, taken.body.errors?.[0]?.field]).toEqual([400, 'segment_name'])
    expect((await create('after')).status).toBe(400)
  })

  test('can have their contacts replaced', async () => {
    const uuid = await created('Replaced', [uuids[0] ?? ''])
    await change(uuid, { contact_uuids: [uuids[1], uuids[2]] })
    expect((await read(uuid)).data).toMatchObject({ name: 'Replaced', count: 2 })
  })

  test('are deleted without their contacts', async () => {
    const uuid = await created('Short-lived', uuids)
    expect((await remove(uuid)).status).toBe(200)
    expect((await read(uuid)).status).toBe(404)
    expect((await remove(uuid)).status).toBe(404)
    expect(await contacts(owner)).toHaveLength(3)
  })

  test('that scheduled campaigns read, or leave out, are kept: 409 names the campaigns', async () => {
    const uuid = await created('In use')
    await campaign('Spring', 'scheduled', { segment_uuids: [uuid], exclude_segment_uuids: [] })
    await campaign('Summer', 'pending', { all: true, segment_uuids: [], exclude_segment_uuids: [uuid] })
    await campaign('Winter', 'paused', { segment_uuids: [uuid], exclude_segment_uuids: [] })
    await campaign('Over', 'sent', { segment_uuids: [uuid], exclude_segment_uuids: [] })
    await campaign('Only a draft', 'draft', { segment_uuids: [uuid], exclude_segment_uuids: [] })
    const refused = await remove(uuid)
    expect(refused.status).toBe(409)
    expect(refused.data.campaigns.map(each => each.name).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Spring',
      'Summer',
      'Winter',
    ])
    await kit.database.pool.query(
      `update campaign set status = 'cancelled' where status in ('scheduled', 'pending', 'paused')`,
    )
    expect((await remove(uuid)).status).toBe(200)
  })

  test('are of one application only', async () => {
    const uuid = await created('Private')
    expect((await read(uuid, other)).status).toBe(404)
    expect((await change(uuid, { segment_name: 'Mine' }, other)).status).toBe(404)
    expect((await remove(uuid, other)).status).toBe(404)
    expect((await create('Private', [], other)).status).toBe(201)
    expect(await contacts(other, `&segment_uuid=${uuid}`)).toEqual([])
  })
})

describe('the list of segments', () => {
  test('is searched, sorted and paged', async () => {
    const third = await kit.withApplication(person)
    for (const name of ['Beta 100%', 'alpha', 'Gamma']) expect((await create(name, [], third)).status).toBe(201)
    const list = (query: string) => kit.call<Segment[]>('GET', `${SEGMENT}?${query}`, { bearer: third.bearer })
    const names = async (query: string) => (await list(query)).data.map(segment => segment.name)
    expect(await names('sort=name')).toEqual(['alpha', 'Beta 100%', 'Gamma'])
    expect(await names('sort=-name')).toEqual(['Gamma', 'Beta 100%', 'alpha'])
    expect(await names('search=A%25')).toEqual([])
    expect(await names('search=100%25')).toEqual(['Beta 100%'])
    expect(await names('sort=name&page=2&per_page=2')).toEqual(['Gamma'])
    expect((await list('sort=name&per_page=2')).headers[PAGING_HEADERS.totalCount.toLowerCase()]).toBe('3')
    expect((await list('sort=nonsense')).status).toBe(400)
    expect((await list('segment_uuid=nonsense')).status).toBe(400)
  })
})
