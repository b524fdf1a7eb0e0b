import type { Application } from '@notifly/contracts/applications/applications'
import { describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../testing/app.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
const { call, database } = kit

type Bearer = Pick<Person, 'bearer'>

const save = ({ bearer }: Bearer, body: object) => call<{ app_id: string }>('POST', '/api/verticals', { bearer, body })
const read = ({ bearer }: Bearer, uuid: string) => call<Application>('GET', `/api/verticals/${uuid}`, { bearer })
const list = ({ bearer }: Bearer, query = '') => call<Application[]>('GET', `/api/verticals${query}`, { bearer })

async function memberOf(organizationId: string, roleId: string, given?: Person): Promise<Person> {
  const person = given ?? (await kit.signUpAndIn())
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: organizationId,
      account_id: person.user.uuid,
      role_id: roleId,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
  return person
}

describe('an application', () => {
  test('is created with sensible settings in the only organization', async () => {
    const person = await kit.signUpAndIn()
    await call('POST', '/authP/organization', { bearer: person.bearer, body: { name: 'Palmyra' } })
    const created = await save(person, { name: 'Shop №1' })
    expect(created.status).toBe(200)
    expect((await read(person, created.data.app_id)).data).toMatchObject({
      uuid: created.data.app_id,
      app_id: created.data.app_id,
      slug: created.data.app_id,
      name: 'Shop №1',
      organization_name: 'Palmyra',
      timezone: 'UTC',
      quiet_from: '22:00',
      quiet_to: '08:00',
      logo: null,
      channels: { email: 'none', webpush: 'none' },
      reach: { email: 0, sms: 0 },
      contacts: 0,
    })
    expect((await list(person)).data).toEqual([(await read(person, created.data.app_id)).data])
  })

  test('needs an organization first', async () => {
    const answer = await save(await kit.signUpAndIn(), { name: 'Shop' })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'organization_uuid'])
  })

  test('asks which organization when there are several', async () => {
    const person = await kit.signUpAndIn()
    const [first] = await Promise.all(
      ['One', 'Two'].map(name =>
        call<{ org_id: string }>('POST', '/authP/organization', { bearer: person.bearer, body: { name } }),
      ),
    )
    expect((await save(person, { name: 'Shop' })).body.errors?.[0]?.field).toBe('organization_uuid')
    expect((await save(person, { name: 'Shop', organization_uuid: first?.data.org_id })).status).toBe(200)
  })

  test('keeps what a change does not name', async () => {
    const owner = await kit.withApplication()
    const settings = {
      timezone: 'Asia/Kolkata',
      quiet_from: '21:30',
      quiet_to: '07:15',
      logo: 'https://example.com/l.png',
    }
    await save(owner, { uuid: owner.applicationId, name: 'First', ...settings })
    const changed = await save(owner, { uuid: owner.applicationId, name: 'Second' })
    expect(changed.data.app_id).toBe(owner.applicationId)
    expect((await read(owner, owner.applicationId)).data).toMatchObject({ name: 'Second', ...settings })
  })

  test('caps what one person gets, channel by channel', async () => {
    const owner = await kit.withApplication()
    const uuid = owner.applicationId
    const caps = async () => (await read(owner, uuid)).data.frequency_cap
    const none = { email: null, sms: null, whatsapp: null, webpush: null, mobilepush: null }
    expect(await caps()).toEqual(none)
    const three = { messages: 3, hours: 24 }
    await save(owner, { uuid, name: 'Shop', frequency_cap: { email: three, sms: { messages: 1, hours: 168 } } })
    await save(owner, { uuid, name: 'Shop', frequency_cap: { sms: null } })
    await save(owner, { uuid, name: 'Shop' })
    expect(await caps()).toEqual({ ...none, email: three })
    await save(owner, { uuid, name: 'Shop', frequency_cap: null })
    expect(await caps()).toEqual(none)
  })

  test.each([
    [{ name: 'Shop', frequency_cap: { email: { messages: 0, hours: 24 } } }, 'frequency_cap.email.messages'],
    [{ name: 'Shop', frequency_cap: { email: { messages: 1, hours: 721 } } }, 'frequency_cap.email.hours'],
    [{ name: '' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'Shop', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ name: 'Shop', quiet_from: '24:00' }, 'quiet_from'],
    [{ name: 'Shop', uuid: 'no-id' }, 'uuid'],
    [{ name: 'Shop', organization_uuid: 'no-id' }, 'organization_uuid'],
    [{ name: 'nul\0' }, 'name'],
    [{ name: 'half \ud800' }, 'name'],
  ])('refuses %j', async (body, field) => {
    const answer = await save(await kit.withApplication(), body)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })

  test('is created and changed by the roles that may, in the organization it belongs to', async () => {
    const owner = await kit.withApplication()
    const rights = { admin: 200, creator: 403, validator: 403 } as const
    for (const [name, status] of Object.entries(rights)) {
      const person = await memberOf(owner.organizationId, DEFAULT_ROLE_IDS[name as keyof typeof rights])
      expect([name, (await save(person, { name: 'New' })).status]).toEqual([name, status])
      expect([name, (await save(person, { uuid: owner.applicationId, name: 'New' })).status]).toEqual([name, status])
      expect((await read(person, owner.applicationId)).status).toBe(200)
    }
  })

  test('is judged by its own organization, whatever the token is for', async () => {
    const host = await kit.withApplication()
    const guest = await kit.withApplication()
    await memberOf(host.organizationId, DEFAULT_ROLE_IDS.creator, guest)
    const entered = await call<{ token: string }>(
      'GET',
      `/api/update-notification-vertical/${host.applicationId}`,
      guest,
    )
    const inside = { bearer: entered.data.token }
    // A creator there, the owner at home.
    expect((await save(inside, { name: 'Theirs' })).status).toBe(403)
    expect((await save(inside, { uuid: host.applicationId, name: 'Theirs' })).status).toBe(403)
    expect((await save(inside, { name: 'Mine', organization_uuid: guest.organizationId })).status).toBe(200)
    expect((await save(inside, { uuid: guest.applicationId, name: 'Mine' })).status).toBe(200)
    const moved = await save(inside, {
      uuid: guest.applicationId,
      name: 'Moved',
      organization_uuid: host.organizationId,
    })
    expect([moved.status, moved.body.errors?.[0]?.field]).toEqual([400, 'organization_uuid'])
  })
})

describe('applications of somebody else', () => {
  test('cannot be read, changed or created into', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    for (const uuid of [owner.applicationId, '01890000-0000-7000-8000-000000000000', 'no-id']) {
      const answer = await read(stranger, uuid)
      expect([answer.status, answer.body.error_code]).toEqual([404, 1071])
    }
    const changed = await save(stranger, { uuid: owner.applicationId, name: 'Taken' })
    expect([changed.status, changed.body.error_code]).toEqual([404, undefined])
    expect((await save(stranger, { name: 'Planted', organization_uuid: owner.organizationId })).status).toBe(404)
    expect((await read(owner, owner.applicationId)).data.name).toBe('Shop')
  })

  test('are on no list, not even when their organization is named', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    expect((await list(stranger)).data.map(({ uuid }) => uuid)).toEqual([stranger.applicationId])
    expect((await list(stranger, `?organization_uuid=${owner.organizationId}`)).data).toEqual([])
    expect((await list(owner, `?organization_uuid=${owner.organizationId}`)).data).toHaveLength(1)
  })

  test('nor are deleted ones', async () => {
    const owner = await kit.withApplication()
    const other = await save(owner, { name: 'Second' })
    await database.pool.query('update application set deleted_at = now() where application_id = $1', [
      other.data.app_id,
    ])
    expect((await list(owner)).data.map(({ uuid }) => uuid)).toEqual([owner.applicationId])
    expect((await read(owner, other.data.app_id)).body.error_code).toBe(1071)
    expect((await save(owner, { uuid: other.data.app_id, name: 'Back' })).status).toBe(404)
  })
})
