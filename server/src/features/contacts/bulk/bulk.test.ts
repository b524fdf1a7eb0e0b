/** Bulk actions over the API, on as many contacts as take several parts. */
import type { Contact, Segment } from '@notifly/contracts/contacts/audience'
import type { BulkAction } from '@notifly/contracts/contacts/bulk'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import { expect, test, vi } from 'vitest'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../../testing/approvals.ts'
import { runBulk } from './bulk.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const person = await kit.signUpAndIn()

const call = <Data = BulkAction>(who: ApplicationOwner, method: string, path: string, body?: object) =>
  kit.call<Data>(method, `/api/audience${path}`, { bearer: who.bearer, ...(body && { body }) })
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await kit.database.pool.query<Row>(text, values)).rows

/** An application with so many contacts, half of whom say that they are gold. */
async function withPeople(count: number): Promise<ApplicationOwner> {
  const owner = await kit.withApplication(person)
  await query(
    `insert into contact (application_id, contact_id, email, email_key, phone_number, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), 'p' || n || '@example.com', 'p' || n || '@example.com', '+3460' || 1000000 + n,
       jsonb_build_object('plan', case when n % 2 = 0 then 'gold' else 'basic' end), $2, $2
     from generate_series(1, ${count}) n`,
    [owner.applicationId, kit.clock.now()],
  )
  return owner
}

const idsOf = async (who: ApplicationOwner, search = '') =>
  (await call<Contact[]>(who, 'GET', `?per_page=100&search=${search}`)).data.map(({ uuid }) => uuid)
const total = async (who: ApplicationOwner, filter = '') =>
  Number((await call(who, 'GET', `?per_page=1&${filter}`)).headers['x-notifly-total-count'])
const segmentsOf = async (who: ApplicationOwner) =>
  (await call<Segment[]>(who, 'GET', '/segment')).data.map(({ name, count }) => [name, count])

const ended = (who: ApplicationOwner, { uuid }: BulkAction): Promise<BulkAction> =>
  vi.waitFor(
    async () => {
      const found = (await call<BulkAction[]>(who, 'GET', '/bulk')).data.find(each => each.uuid === uuid)
      if (found === undefined || found.state === 'running') throw new Error(`it is ${JSON.stringify(found)}`)
      return found
    },
    { timeout: 20_000, interval: 50 },
  )

/** Keeps every bulk action of the application waiting before its next part. Returns how to let them go. */
async function holdWriters({ applicationId }: ApplicationOwner): Promise<() => Promise<void>> {
  const client = await kit.database.pool.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`contacts ${applicationId}`])
  return async () => {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

test('all that match go into a new segment; a job that dies half-way goes on and adds nobody twice', async () => {
  const owner = await withPeople(20_000)
  // The fourth part of six fails as a killed process does: all of it is undone.
  await query(`create function die() returns trigger language plpgsql as $$ begin
      if (select count(*) from segment_member) > 6000 then raise exception 'killed'; end if; return null; end $$;
    create trigger die after insert on segment_member execute function die()`)
  const body = { filter: { search: 'gold' }, segment_name: 'Gold' }
  const { data: begun, status } = await call(owner, 'POST', '/segment/add', body)
  expect([status, begun]).toMatchObject([
    200,
    { action: 'add', state: 'running', total: 10_000, segment: { name: 'Gold' } },
  ])
  const rows = () => query<{ done: number }>('select done from bulk_action where bulk_id = $1', [begun.uuid])
  await vi.waitFor(async () => expect(await rows()).toEqual([{ done: 6000 }]), { timeout: 10_000 })
  await query('drop trigger die on segment_member')
  const segment_uuid = begun.segment?.uuid
  const gone = await call(owner, 'DELETE', `/segment?segment_uuid=${segment_uuid}`)
  expect([gone.status, gone.body.key]).toEqual([409, 'segments.bulkRunning'])
  // Taken up by two at once: they take turns.
  const key = { applicationId: owner.applicationId, bulkId: begun.uuid }
  await Promise.all([runBulk(kit.deps, key), runBulk(kit.deps, key)])
  expect(await ended(owner, begun)).toMatchObject({ state: 'done', done: 10_000, changed: 10_000 })
  expect(await segmentsOf(owner)).toEqual([['Gold', 10_000]])
  expect(await total(owner, `segment_uuid=${segment_uuid}`)).toBe(10_000)

  // Into the same segment: who is in it already counts as looked at. Out of it again by the segment as the filter.
  const all = (await call(owner, 'POST', '/segment/add', { filter: {}, segment_uuid })).data
  expect(await ended(owner, all)).toMatchObject({ total: 20_000, done: 20_000, changed: 10_000 })
  const out = (await call(owner, 'POST', '/segment/remove', { filter: { segment_uuid, search: 'gold' }, segment_uuid }))
    .data
  expect(await ended(owner, out)).toMatchObject({ total: 10_000, changed: 10_000 })
  expect(await segmentsOf(owner)).toEqual([['Gold', 10_000]])
  expect(await query('select from bulk_contact')).toEqual([])
}, 60_000)

test('are unsubscribed from the chosen channels with their addresses; who had left keeps the day', async () => {
  const owner = await withPeople(40)
  const ids = await idsOf(owner)
  const [first = '', other = ''] = ids
  await call(owner, 'POST', `/${first}/unsubscribe`, { reason: 'wrote to us' })
  const before = (await call<ContactConsent>(owner, 'GET', `/${first}/consent`)).data
  kit.clock.advance(60_000)
  const body = { contact_uuids: ids.slice(0, 10), channels: ['email'], reason: 'List of ana@example.com' }
  expect((await call(owner, 'POST', '/unsubscribe', body)).data).toMatchObject({
    state: 'done',
    total: 10,
    changed: 9,
    channels: ['email'],
  })
  expect((await call<ContactConsent>(owner, 'GET', `/${first}/consent`)).data).toEqual(before)
  const after = (await call<ContactConsent>(owner, 'GET', `/${other}/consent`)).data
  expect(after.channels).toMatchObject([
    { channel: 'email', status: 'unsubscribed', suppressed: 'unsubscribe' },
    { channel: 'sms', status: 'subscribed' },
    { channel: 'whatsapp', status: 'subscribed' },
  ])
  expect(after.history).toMatchObject([{ reason: 'List of a•••@example.com', source: 'dashboard' }])
  const both = { filter: { reachability: 'reachable' }, channels: ['sms', 'whatsapp'], reason: 'asked for it' }
  expect((await call(owner, 'POST', '/unsubscribe', both)).data).toMatchObject({ total: 30, changed: 30 })
  expect(await total(owner, 'reachability=unsubscribed')).toBe(10)
})

test('are stopped where they have come to, by who may do the same; what was done stays', async () => {
  const owner = await withPeople(3000)
  const release = await holdWriters(owner)
  const { data: begun } = await call(owner, 'POST', '/delete', { filter: { search: 'example' } })
  expect(begun).toMatchObject({ state: 'running', total: 3000, done: 0 })
  const reader = await team.addMember(owner, await team.addRole(owner, { permissions: { '202': [1, 0] } }))
  expect((await call(reader, 'POST', `/bulk/${begun.uuid}/stop`)).status).toBe(403)
  const stranger = await kit.withApplication()
  expect((await call(stranger, 'POST', `/bulk/${begun.uuid}/stop`)).status).toBe(404)
  expect((await call<BulkAction[]>(stranger, 'GET', '/bulk')).data).toEqual([])
  expect((await call(owner, 'POST', `/bulk/${begun.uuid}/stop`)).data).toMatchObject({ state: 'stopped', done: 0 })
  await release()
  await runBulk(kit.deps, { applicationId: owner.applicationId, bulkId: begun.uuid })
  expect(await total(owner)).toBe(3000)
  const acts = (await team.trail(owner)).map(({ action, after }) => [action, after])
  expect(acts.at(-1)).toEqual(['contact.bulk-stop', { bulk_action: 'delete', done: 0, contacts: 3000 }])
})

test('end with their application', async () => {
  const owner = await withPeople(2500)
  const release = await holdWriters(owner)
  const { data: begun } = await call(owner, 'POST', '/delete', { filter: {} })
  await query('delete from bulk_action where application_id = $1', [owner.applicationId])
  await release()
  await runBulk(kit.deps, { applicationId: owner.applicationId, bulkId: begun.uuid })
  expect(await total(owner)).toBe(2500)
})

test('know no contact and no segment of another application, and say what is wrong', async () => {
  const [owner, stranger] = [await withPeople(5), await withPeople(5)]
  const foreign = await idsOf(stranger)
  const { data } = await call<{ segment_uuid: string }>(stranger, 'POST', '/segment', {
    segment_name: 'Theirs',
    contact_uuids: foreign,
  })
  const reason = 'asked for it'
  const rules = {
    kind: 'group',
    match: 'all',
    rules: [{ kind: 'field', field: 'email', type: 'text', op: 'contains', value: 'example' }],
  }
  const dynamic = await call<{ segment_uuid: string }>(owner, 'POST', '/segment', { segment_name: 'Rules', rules })
  const refusals: [string, object, string][] = [
    ['/segment/add', { contact_uuids: foreign, segment_name: 'Mine' }, 'contact_uuids'],
    ['/segment/add', { filter: {}, segment_uuid: data.segment_uuid }, 'segment_uuid'],
    ['/segment/add', { filter: {}, segment_uuid: dynamic.data.segment_uuid }, 'segment_uuid'],
    ['/segment/add', { filter: {} }, 'segment_uuid'],
    ['/segment/remove', { filter: {}, segment_uuid: data.segment_uuid }, 'segment_uuid'],
    ['/unsubscribe', { contact_uuids: foreign, channels: ['email'], reason }, 'contact_uuids'],
    ['/unsubscribe', { filter: { search: 'nobody at all' }, channels: ['email'], reason }, 'filter'],
    ['/unsubscribe', { filter: {}, channels: [], reason }, 'channels'],
    ['/delete', { filter: {}, contact_uuids: foreign }, 'filter'],
    ['/delete', {}, 'filter'],
  ]
  for (const [path, body, field] of refusals) {
    const { status, body: answer } = await call(owner, 'POST', path, body)
    expect([path, status, answer.errors?.[0]?.field]).toEqual([path, 400, field])
  }
  expect((await call(owner, 'POST', '/delete', { contact_uuids: foreign })).data).toMatchObject({ total: 0 })
  expect([await total(stranger), await segmentsOf(stranger)]).toEqual([5, [['Theirs', 5]]])
  expect(await segmentsOf(owner)).toEqual([['Rules', 5]])
})

test('wait for approval with their number; contacts that come meanwhile stay as they are', async () => {
  const owner = await withPeople(4)
  const [maker, validator] = [await team.maker(owner), await team.validator(owner)]
  const body = { filter: { search: 'gold' }, channels: ['email'], reason: 'moved away' }
  const approvalId = heldAs(await call(maker, 'POST', '/unsubscribe', body))
  expect(await team.read(validator, approvalId)).toMatchObject({
    command: 'contact.bulk-unsubscribe',
    title: '2',
    payload: { contacts: 2, filter: { search: 'gold' }, channels: ['email'] },
  })
  expect(await total(owner, 'reachability=unsubscribed')).toBe(0)
  kit.clock.advance(2000)
  const late = { email: 'late@example.com', merge_fields: { plan: 'gold' } }
  expect((await call(owner, 'POST', '', late)).status).toBe(201)
  expect((await team.decide(validator, approvalId, 'approve')).status).toBe(200)
  expect(await total(owner, 'reachability=unsubscribed')).toBe(2)
  const { after } = (await team.trail(owner)).find(({ action }) => action === 'contact.bulk-unsubscribe') ?? {}
  // What was looked for may be a person's own address.
  expect(after).toEqual({ contacts: 2, 'filter.search': 'changed', channels: ['email'], reason: 'moved away' })
})

test('by a filter take the right to read contacts, and a new segment less than one that exists', async () => {
  const owner = await withPeople(3)
  const ids = await idsOf(owner)
  const role = await team.addRole(owner, { permissions: { '201': [2, 1] } })
  const member = await team.addMember(owner, role)
  const added = await call(member, 'POST', '/segment/add', { contact_uuids: ids, segment_name: 'New' })
  expect(added).toMatchObject({ status: 200, data: { changed: 3 } })
  const refused = { filter: { search: 'p1@example.com' }, segment_name: 'Probe' }
  expect((await call(member, 'POST', '/segment/add', refused)).status).toBe(403)
  const further = { contact_uuids: ids, segment_uuid: added.data.segment?.uuid }
  expect((await call(member, 'POST', '/segment/add', further)).status).toBe(403)
})
