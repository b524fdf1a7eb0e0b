import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import type { Role } from '@notifly/contracts/roles/roles'
import { describe, expect, test } from 'vitest'
import { testApp, PASSWORD, type ApplicationOwner, type Person } from '../../testing/app.ts'

const kit = await testApp()
const { call, database } = kit

const PATH = '/authP/user/licenses'
const BODY = { name: 'Checkout service', scopes: ['devices:write'] }
type Holder = Pick<Person, 'bearer'>
const create = ({ bearer }: Holder, body: object = {}) =>
  call<ApiKey & { approval_uuid?: string }>('POST', PATH, { bearer, body: { ...BODY, ...body } })
const list = ({ bearer }: Holder, query = '') => call<ApiKey[]>('GET', PATH + query, { bearer })
const remove = ({ bearer }: Holder, clientId: string) => call('DELETE', `${PATH}?client_id=${clientId}`, { bearer })
const reveal = ({ bearer }: Holder, body: object) =>
  call<{ client_secret: string }>('POST', `${PATH}/getclientsecret`, { bearer, body })

/** A member of the owner's organization with a role that grants this on keys. */
async function keyPerson(owner: ApplicationOwner, grant: [number, number]): Promise<Person> {
  const body = {
    name: `Keys ${grant.join(' ')}`,
    group: 1,
    slaOptions: 1,
    permission_set: { [ACTIVITY.keys]: grant },
  }
  const role = await call<Role>('POST', '/authP/role', { bearer: owner.bearer, body })
  const person = await kit.signUpAndIn()
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: owner.organizationId,
      account_id: person.user.uuid,
      role_id: role.data.uuid,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
  const path = `/api/update-notification-vertical/${owner.applicationId}`
  const { data } = await call<Person['user']>('GET', path, { bearer: person.bearer })
  return { ...person, bearer: data.token }
}

describe('a key', () => {
  test('is created, listed without its secret, and deleted', async () => {
    const owner = await kit.withApplication()
    const created = await create(owner, { application_uuid: owner.applicationId.toUpperCase() })
    expect([created.status, created.data]).toEqual([
      201,
      {
        client_id: expect.any(String),
        ...BODY,
        rate_limit: 100,
        last_used_on: null,
        created_on: expect.any(Number),
        created_by: owner.user.name,
      },
    ])
    const rows = await list(owner, '?search=CHECKOUT')
    expect([rows.data, rows.headers['x-notifly-total-count']]).toEqual([[created.data], '1'])
    expect((await remove(owner, created.data.client_id)).status).toBe(200)
    expect((await remove(owner, created.data.client_id)).status).toBe(404)
    expect((await list(owner)).data).toEqual([])
  })

  test('has a name of its own in its application and at least one known scope', async () => {
    const owner = await kit.withApplication()
    await create(owner)
    const refused: [object, string][] = [
      [{ name: 'checkout SERVICE' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'B', scopes: [] }, 'scopes'],
      [{ name: 'B', scopes: ['everything'] }, 'scopes.0'],
      // Known, but no call asks for it.
      [{ name: 'B', scopes: ['messages:send'] }, 'scopes.0'],
      [{ name: 'B', rate_limit: null }, 'rate_limit'],
      [{ name: 'B', rate_limit: 0 }, 'rate_limit'],
      [{ name: 'B', rate_limit: 1001 }, 'rate_limit'],
      [{ name: 'B', rate_limit: 1.5 }, 'rate_limit'],
    ]
    for (const [body, field] of refused) {
      const answer = await create(owner, body)
      expect([body, answer.status, answer.body.errors?.[0]?.field]).toEqual([body, 400, field])
    }
    expect((await create(await kit.withApplication())).status).toBe(201)
    const doubled = await create(owner, { name: 'B', scopes: ['devices:write', 'devices:write'] })
    expect(doubled.data.scopes).toEqual(BODY.scopes)
  })

  test('belongs to its application: to any other it does not exist', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    const { data } = await create(owner)
    expect((await list(stranger)).data).toEqual([])
    expect((await remove(stranger, data.client_id)).status).toBe(404)
    expect((await reveal(stranger, { client_id: data.client_id, password: PASSWORD })).status).toBe(404)
    expect((await create(stranger, { application_uuid: owner.applicationId })).status).toBe(404)
    expect((await list(owner)).data).toHaveLength(1)
  })
})

describe('the secret of a key', () => {
  test('is shown to whoever confirms who they are, is the same each time, and leaves a record', async () => {
    const owner = await kit.withApplication()
    const { data: key } = await create(owner)
    const unconfirmed = await reveal(owner, { client_id: key.client_id })
    expect([unconfirmed.status, unconfirmed.body.error_code]).toEqual([400, 1006])
    const wrong = await reveal(owner, { client_id: key.client_id, password: 'wrong horse 7!' })
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 1006])
    const shown = await reveal(owner, { client_id: key.client_id, password: PASSWORD })
    expect(shown.data.client_secret).toMatch(/^[\w-]{43}$/)
    expect((await reveal(owner, { client_id: key.client_id, password: PASSWORD })).data).toEqual(shown.data)
    const stored = await database.kysely.selectFrom('api_key').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(shown.data.client_secret)
    expect(kit.logLines.join()).not.toContain(shown.data.client_secret)
    const trail = await database.kysely
      .selectFrom('audit_entry')
      .where('object_id', '=', key.client_id)
      .select(['action', 'after'])
      .orderBy('entry_id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['key.create', 'key.reveal', 'key.reveal'])
    expect(JSON.stringify(trail)).not.toContain(shown.data.client_secret)
  })

  test('stays hidden from those who may only read keys', async () => {
    const owner = await kit.withApplication()
    const { data: key } = await create(owner)
    const reader = await keyPerson(owner, [1, 1])
    expect((await list(reader)).data).toHaveLength(1)
    expect((await reveal(reader, { client_id: key.client_id, password: PASSWORD })).status).toBe(403)
  })
})

describe('a maker of keys', () => {
  test('waits for an approver, with both a new key and one to be deleted', async () => {
    const owner = await kit.withApplication()
    const { data: key } = await create(owner)
    const maker = await keyPerson(owner, [4, 0])
    const held = await create(maker, { name: 'Second' })
    expect([held.status, held.body.maker_checker]).toEqual([202, true])
    expect((await remove(maker, key.client_id)).status).toBe(202)
    const { data } = await list(owner)
    expect(data.map(({ name, approval_uuid: approval }) => [name, approval !== undefined])).toEqual([[BODY.name, true]])
    // While a request is open on it, no one else changes it.
    expect((await remove(owner, key.client_id)).status).toBe(409)
    const approved = await call('POST', `/api/approvals/${held.data.approval_uuid}`, {
      bearer: owner.bearer,
      body: { decision: 'approve' },
    })
    expect(approved.status).toBe(200)
    expect((await list(owner)).data.map(({ name, created_by: by }) => [name, by])).toEqual([
      ['Second', maker.user.name],
      [BODY.name, owner.user.name],
    ])
  })

  test('learns at once that a name is taken', async () => {
    const owner = await kit.withApplication()
    await create(owner)
    const answer = await create(await keyPerson(owner, [2, 0]))
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'name'])
  })
})
