import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import type { Role } from '@notifly/contracts/roles/roles'
import { describe, expect, test } from 'vitest'
import { testApp, PASSWORD, type ApplicationOwner, type Person } from '../../testing/app.ts'
import { Keys } from './api-keys.ts'

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
        old_secret_until: null,
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

describe('a key that is changed', () => {
  const update = ({ bearer }: Holder, body: object) => call<ApiKey>('PUT', PATH, { bearer, body })

  test('has another name, other scopes and another limit, and the ID and the secret that it had', async () => {
    const owner = await kit.withApplication()
    const { data: key } = await create(owner)
    await create(owner, { name: 'Taken' })
    const reading = { client_id: key.client_id, password: PASSWORD }
    const { client_secret: secret } = (await reveal(owner, reading)).data
    const body = {
      client_id: key.client_id,
      name: 'Warehouse',
      scopes: ['devices:write', 'contacts:read'],
      rate_limit: 7,
    }
    const changed = await update(owner, body)
    const scopes = ['contacts:read', 'devices:write']
    expect([changed.status, changed.data]).toEqual([200, { ...key, name: 'Warehouse', scopes, rate_limit: 7 }])
    expect((await reveal(owner, reading)).data.client_secret).toBe(secret)
    const taken = await update(owner, { ...body, name: 'TAKEN' })
    expect([taken.status, taken.body.errors?.[0]?.field]).toEqual([400, 'name'])
    expect((await update(await kit.withApplication(), body)).status).toBe(404)
    expect((await update(await keyPerson(owner, [1, 1]), body)).status).toBe(403)
  })

  test('waits for an approver where a maker changes it', async () => {
    const owner = await kit.withApplication()
    const { data: key } = await create(owner)
    const maker = await keyPerson(owner, [2, 0])
    const held = await call<{ approval_uuid: string }>('PUT', PATH, {
      bearer: maker.bearer,
      body: { ...BODY, client_id: key.client_id, rate_limit: 900 },
    })
    expect(held.status).toBe(202)
    expect((await list(owner)).data.map(row => [row.rate_limit, row.approval_uuid])).toEqual([
      [100, held.data.approval_uuid],
    ])
    await call('POST', `/api/approvals/${held.data.approval_uuid}`, {
      bearer: owner.bearer,
      body: { decision: 'approve' },
    })
    expect((await list(owner)).data.map(row => row.rate_limit)).toEqual([900])
  })
})

describe('a secret that is replaced', () => {
  const rotate = ({ bearer }: Holder, body: object) => call<ApiKey>('POST', `${PATH}/rotate`, { bearer, body })
  const end = ({ bearer }: Holder, clientId: string) =>
    call<ApiKey>('POST', `${PATH}/rotate/end`, { bearer, body: { client_id: clientId } })
  const secretOf = async (owner: Holder, clientId: string) =>
    (await reveal(owner, { client_id: clientId, password: PASSWORD })).data.client_secret
  const statusWith = async (clientId: string, secret: string, now?: Date) => {
    const keys = new Keys({ database, secrets: kit.deps.secrets, clock: { now: () => now ?? new Date() } })
    return (await keys.authenticate(clientId, secret)) !== null
  }

  test('goes on beside the new one for as long as was asked, and not a moment longer', async () => {
    const owner = await kit.withApplication()
    const { client_id: id } = (await create(owner)).data
    const old = await secretOf(owner, id)
    expect((await rotate(owner, { client_id: id, old_secret_hours: 48, password: 'wrong horse 7!' })).status).toBe(400)
    const { data } = await rotate(owner, { client_id: id, old_secret_hours: 48, password: PASSWORD })
    const until = data.old_secret_until ?? 0
    expect(until - Date.now() / 1000).toBeCloseTo(48 * 3600, -2)
    expect((await list(owner)).data).toEqual([{ ...data, last_used_on: null }])
    const present = await secretOf(owner, id)
    expect(present).not.toBe(old)
    const before = new Date((until - 1) * 1000)
    const after = new Date((until + 1) * 1000)
    expect(await Promise.all([old, present].map(secret => statusWith(id, secret, before)))).toEqual([true, true])
    expect(await Promise.all([old, present].map(secret => statusWith(id, secret, after)))).toEqual([false, true])
    const stored = await database.kysely.selectFrom('api_key').select(['secret', 'old_secret']).execute()
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${old}|${present}`))
  })

  test('ends at once where that is asked, when it is replaced again, and when somebody ends it', async () => {
    const owner = await kit.withApplication()
    const { client_id: id } = (await create(owner)).data
    const secrets = [await secretOf(owner, id)]
    const replace = async (hours: number) => {
      const answer = await rotate(owner, { client_id: id, old_secret_hours: hours, password: PASSWORD })
      secrets.push(await secretOf(owner, id))
      return answer.data.old_secret_until
    }
    const accepted = () => Promise.all(secrets.map(secret => statusWith(id, secret)))
    expect(await replace(0)).toBeNull()
    expect(await accepted()).toEqual([false, true])
    await replace(24)
    await replace(24)
    expect(await accepted()).toEqual([false, false, true, true])
    expect((await end(owner, id)).data.old_secret_until).toBeNull()
    expect(await accepted()).toEqual([false, false, false, true])
    expect((await end(owner, id)).status).toBe(200)
    const trail = await database.kysely
      .selectFrom('audit_entry')
      .where('object_id', '=', id)
      .where('action', 'in', ['key.rotate', 'key.end-old-secret'])
      .select('action')
      .orderBy('entry_id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'key.rotate'),
      ...Array.from({ length: 2 }, () => 'key.end-old-secret'),
    ])
  })

  test('is not for those who may only read keys, nor for other applications', async () => {
    const owner = await kit.withApplication()
    const { client_id: id } = (await create(owner)).data
    const reader = await keyPerson(owner, [1, 1])
    const stranger = await kit.withApplication()
    const body = { client_id: id, password: PASSWORD }
    expect([(await rotate(reader, body)).status, (await end(reader, id)).status]).toEqual([403, 403])
    expect([(await rotate(stranger, body)).status, (await end(stranger, id)).status]).toEqual([404, 404])
    expect((await rotate(owner, { ...body, old_secret_hours: 169 })).body.errors?.[0]?.field).toBe('old_secret_hours')
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
