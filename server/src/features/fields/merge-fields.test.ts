import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import type { Contact, FieldUse, MergeField, SegmentDetails } from '@notifly/contracts/contacts/audience'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { beforeEach, expect, test } from 'vitest'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { receivedBytes } from '../../testing/received-bytes.ts'
import { beginMoving, moveInBackground } from './move.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
let owner: ApplicationOwner

const FIELDS = '/api/audience/merge-fields'
const GOLD: RuleGroup = {
  kind: 'group',
  match: 'all',
  rules: [{ kind: 'field', field: 'plan', type: 'text', op: 'is', value: 'gold' }],
}

beforeEach(async () => {
  owner = await kit.withApplication(person)
  const content = 'email,plan,level,points\na@example.com,gold,,1\nb@example.com,,silver,2\nc@example.com,gold,iron,\n'
  await files.importAs(owner, { name: 'people.csv', content }, 'People')
})

async function call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  return kit.call<Data>(method, url, { bearer: owner.bearer, ...(body && { body }) })
}

/** Name, type and fill of each merge field. */
async function fields(): Promise<Record<string, [string, number]>> {
  const { data } = await call<MergeField[]>('GET', FIELDS)
  const own = data.filter(field => !field.built_in)
  return Object.fromEntries(own.map(({ name, type, filled }) => [name, [type, filled]]))
}

async function values(name: string): Promise<unknown[]> {
  const { data } = await call<Contact[]>('GET', '/api/audience?sort=email')
  return data.map(contact => contact.merge_fields[name] ?? null)
}

/** How many the segment has by its column, and that its rules name the field. */
async function goldSegment(): Promise<{ read: () => Promise<[number, unknown]> }> {
  const { data } = await call<{ segment_uuid: string }>('POST', '/api/audience/segment', {
    segment_name: 'Gold',
    rules: GOLD,
  })
  const read = async (): Promise<[number, unknown]> => {
    const segment = await call<SegmentDetails>('GET', `/api/audience/segment?segment_uuid=${data.segment_uuid}`)
    const [rule] = segment.data.rules?.rules ?? []
    return [segment.data.count, rule?.kind === 'field' && rule.field]
  }
  return { read }
}

test('fill follows imports, edits and deletions without a recount', async () => {
  expect(await fields()).toEqual({ plan: ['text', 2], level: ['text', 2], points: ['number', 2] })
  const content = 'email,plan,points\na@example.com,basic,\nb@example.com,basic,5\nd@example.com,,7\n'
  await files.importAs(owner, { name: 'more.csv', content }, 'More')
  expect(await fields()).toEqual({ plan: ['text', 3], level: ['text', 2], points: ['number', 3] })
  await kit.database.pool.query(`delete from contact where application_id = $1 and email = 'b@example.com'`, [
    owner.applicationId,
  ])
  expect(await fields()).toEqual({ plan: ['text', 2], level: ['text', 1], points: ['number', 2] })
})

test('who may read segments alone sees the fields that rules name, without what contacts say in them', async () => {
  const of = async (activity: number) => {
    const permissions = { [activity]: [1, 0] } as PermissionSet
    const { bearer } = await team.addMember(owner, await team.addRole(owner, { permissions }))
    return (await kit.call<MergeField[]>('GET', FIELDS, { bearer })).data.find(({ name }) => name === 'plan')
  }
  const whole = await of(ACTIVITY.audience)
  expect(whole).toMatchObject({ type: 'text', filled: 2, sample: 'gold' })
  expect(await of(ACTIVITY.segmentation)).toEqual({ ...whole, sample: null })
})

test('a field is renamed in contacts and in rules', async () => {
  const segment = await goldSegment()
  expect((await call('PUT', FIELDS, { name: 'plan', new_name: 'tier' })).status).toBe(200)
  expect(await fields()).toEqual({ tier: ['text', 2], level: ['text', 2], points: ['number', 2] })
  expect(await values('tier')).toEqual(['gold', null, 'gold'])
  expect(await segment.read()).toEqual([2, 'tier'])
})

test.each([
  ['a name of ours', 'email'],
  ['a name in use', 'level'],
  ['capital letters', 'Plan'],
  ['a space', 'the plan'],
  ['a word of Liquid', 'true'],
])('%s is refused as a new name', async (_, name) => {
  const { status, body } = await call('PUT', FIELDS, { name: 'plan', new_name: name })
  expect([status, body.errors?.[0]?.field]).toEqual([400, 'new_name'])
})

test('fields are joined: what is there stays, what is missing comes, two types become text', async () => {
  const segment = await goldSegment()
  expect((await call('POST', `${FIELDS}/merge`, { name: 'level', into: 'plan' })).status).toBe(200)
  expect(await values('plan')).toEqual(['gold', 'silver', 'gold'])
  expect(await segment.read()).toEqual([2, 'plan'])
  expect((await call('POST', `${FIELDS}/merge`, { name: 'plan', into: 'points' })).status).toBe(200)
  expect(await values('points')).toEqual(['1', '2', 'gold'])
  expect(await fields()).toEqual({ points: ['text', 3] })
  expect(await segment.read()).toEqual([1, 'points'])
  expect((await call('POST', `${FIELDS}/merge`, { name: 'points', into: 'points' })).status).toBe(400)
})

test('a field that somebody names is not deleted, and not renamed while texts name it', async () => {
  await goldSegment()
  const template = {
    type: 'Email',
    name: 'Levels',
    subject: 'Hi',
    html: '<p>{{ level }} {{ planet | default: "x" }}</p>',
  }
  expect((await call('POST', '/api/template', template)).status).toBe(201)
  const use = async (name: string) => (await call<FieldUse>('GET', `${FIELDS}/uses?name=${name}`)).data
  expect(await use('plan')).toMatchObject({ segments: [{ name: 'Gold' }], templates: [], campaigns: [] })
  expect(await use('level')).toMatchObject({ segments: [], templates: [{ name: 'Levels' }] })
  const remove = (name: string) => call<FieldUse>('DELETE', `${FIELDS}?name=${name}`)
  const refused = await remove('plan')
  expect([refused.status, refused.data.segments[0]?.name]).toEqual([409, 'Gold'])
  expect((await remove('level')).status).toBe(409)
  expect((await call('PUT', FIELDS, { name: 'level', new_name: 'rank' })).status).toBe(409)
  expect((await remove('points')).status).toBe(200)
  expect((await remove('points')).status).toBe(404)
  expect(await values('points')).toEqual([null, null, null])
})

/** Many contacts without a file: `plan` is gold for every second one. */
async function addMany(n: number): Promise<void> {
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), 'many' || i || '@example.com', 'many' || i || '@example.com',
       jsonb_build_object('plan', case when i % 2 = 0 then 'gold' else 'basic' end), now(), now()
     from generate_series(1, $2::int) i`,
    [owner.applicationId, n],
  )
}

/** Fields that are being changed, with how far that is. */
async function changes(): Promise<MergeField['change'][]> {
  const { data } = await call<MergeField[]>('GET', FIELDS)
  return data.flatMap(({ change }) => (change === undefined ? [] : [change]))
}

test(
  'a field of many contacts moves in the background: nobody falls out of a segment, before or after',
  { timeout: 60_000 },
  async () => {
    const segment = await goldSegment()
    await addMany(12_000)
    // Another writer of contacts goes first, so that the change has begun and gone nowhere.
    const writer = await kit.database.pool.connect()
    await writer.query('begin')
    await writer.query(`select pg_advisory_xact_lock(hashtextextended('contacts ' || $1, 0))`, [owner.applicationId])
    try {
      expect((await call('PUT', FIELDS, { name: 'plan', new_name: 'tier' })).status).toBe(200)
      expect(await changes()).toEqual([{ into: 'tier', done: 0, total: 12_002 }])
      expect(await segment.read()).toEqual([6002, 'tier'])
      expect((await call('PUT', FIELDS, { name: 'plan', new_name: 'rank' })).status).toBe(409)
      expect((await call('POST', `${FIELDS}/merge`, { name: 'level', into: 'tier' })).status).toBe(409)
    } finally {
      await writer.query('rollback')
      writer.release()
    }
    await expect.poll(changes, { timeout: 20_000 }).toEqual([])
    expect(await fields()).toEqual({ tier: ['text', 12_002], level: ['text', 2], points: ['number', 2] })
    expect(await segment.read()).toEqual([6002, 'tier'])
  },
)

test('a change that was broken off goes on where it was, and takes in what was written behind it', async () => {
  await addMany(12_000)
  const key = { applicationId: owner.applicationId, name: 'plan' }
  const db = kit.database.kysely
  await beginMoving(db, { ...key, into: 'level' }, 12_002, new Date())
  await db
    .updateTable('merge_field')
    .set({ leaving_after: 'ffffffff-ffff-ffff-ffff-fffffffffff0' })
    .where('name', '=', 'plan')
    .execute()
  await moveInBackground(kit.deps, key)
  expect(await fields()).toEqual({ level: ['text', 12_003], points: ['number', 2] })
})

test('every field says what names it', async () => {
  await goldSegment()
  const html = '<p>{{ level }}</p>'
  await call('POST', '/api/template', { type: 'Email', name: 'Levels', subject: 'Hi {{ points }}', html })
  const { data } = await call<MergeField[]>('GET', `${FIELDS}?uses=1`)
  const names = (uses: FieldUse | undefined) =>
    uses && [...uses.segments, ...uses.templates, ...uses.campaigns].map(each => each.name)
  expect(Object.fromEntries(data.filter(each => !each.built_in).map(each => [each.name, names(each.uses)]))).toEqual({
    plan: ['Gold'],
    level: ['Levels'],
    points: ['Levels'],
  })
  expect((await call<MergeField[]>('GET', FIELDS)).data.some(each => each.uses !== undefined)).toBe(false)
})

/** Templates as they are stored, whatever their text. */
const store = (texts: readonly string[]) =>
  kit.database.pool.query(
    `with one as (
       insert into template (application_id, template_id, type, name, version, created_by, created_at, updated_by, updated_at)
       select $1, gen_random_uuid(), 'Email', left(text, 100), 1, $2, now(), $2, now() from unnest($3::text[]) as text
       returning application_id, template_id, name
     )
     insert into template_version (application_id, template_id, version, content, created_by, created_at)
     select application_id, template_id, 1, jsonb_build_object('parts', jsonb_build_array(text)), $2, now()
     from one join unnest($3::text[]) as text on left(text, 100) = name`,
    [owner.applicationId, owner.user.uuid, texts],
  )

test('a name counts where it stands as a word between the marks of Liquid, closed or not', async () => {
  const naming = [
    '{{plan}}',
    '{{-plan-}}',
    '{{\u00a0plan\n}}',
    '{% if plan == 1 %}',
    '{{ x | append: plan }}',
    'x {{ plan',
    '{{ a }} {% if plan',
  ]
  const others = ['plan', '{{ planet }}', '{{ my_plan }}', '{{ a }} plan {{ b }}', '{{ plänplan }}', '}} plan %}']
  await store([...naming, ...others])
  const { data } = await call<FieldUse>('GET', `${FIELDS}/uses?name=plan`)
  expect(data.templates.map(({ name }) => name).toSorted()).toEqual(naming.toSorted())
})

test('however much an application has written, of its texts the API gets a hundred names', async () => {
  await store(Array.from({ length: 101 }, (_, no) => `${no} {{ plan }}${' '.repeat(200_000)}`))
  const received = receivedBytes(kit.database.pool)
  const { data } = await call<MergeField[]>('GET', `${FIELDS}?uses=1`)
  expect(data.find(({ name }) => name === 'plan')?.uses?.templates).toHaveLength(100)
  const refused = await call<FieldUse>('DELETE', `${FIELDS}?name=plan`)
  expect([refused.status, refused.data.templates.length]).toEqual([409, 100])
  expect(received()).toBeLessThan(1_000_000)
})
