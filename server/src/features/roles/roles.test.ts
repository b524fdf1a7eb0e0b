import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import type { Role } from '@notifly/contracts/roles/roles'
import { describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../testing/app.ts'
import { DEFAULT_ROLES } from './default-roles.ts'
import { DEFAULT_ROLE_IDS, ensureDefaultRoles } from './roles.ts'

const kit = await testApp()
const { call, database } = kit

const list = ({ bearer }: Pick<Person, 'bearer'>, query = '') => call<Role[]>('GET', `/authP/role${query}`, { bearer })

describe('the default roles', () => {
  test('are the same for everybody, also for somebody without an organization', async () => {
    const newcomer = await list(await kit.signUpAndIn())
    expect(newcomer.data.map(({ name }) => name)).toEqual(['Owner', 'Admin', 'Creator', 'Validator'])
    expect(newcomer.data.every(({ is_default: isDefault, members }) => isDefault && members === 0)).toBe(true)
    const owner = await list(await kit.withApplication())
    expect(owner.data.map(({ uuid }) => uuid)).toEqual(newcomer.data.map(({ uuid }) => uuid))
    expect(owner.data.map(({ members }) => members)).toEqual([1, 0, 0, 0])
  })

  test('grant what they are for, activity by activity', () => {
    const work = [101, 102, 201, 202, 301, 302, 303, 304, 401, 402, 403]
    const results = [501, 502, 901, 902, 903, 904]
    const expected = {
      Owner: () => [4, 1],
      Admin: () => [4, 1],
      Creator: (id: number) => (work.includes(id) ? [4, 0] : [results.includes(id) ? 1 : 0, 0]),
      Validator: (id: number) => [1, work.includes(id) || id === ACTIVITY.keys ? 1 : 0],
    }
    for (const { name, permissionSet } of DEFAULT_ROLES) {
      const rule = expected[name as keyof typeof expected]
      for (const id of ACTIVITY_IDS) expect([name, id, permissionSet[id]]).toEqual([name, id, rule(id)])
    }
  })

  test('can be laid down again without a change', async () => {
    const read = () => database.kysely.selectFrom('role').selectAll().orderBy('role_id').execute()
    const before = await read()
    await ensureDefaultRoles(database.kysely)
    expect(await read()).toEqual(before)
  })
})

describe('the list of roles', () => {
  const insertRole = (organizationId: string, name: string) =>
    database.kysely
      .insertInto('role')
      .values({
        role_id: crypto.randomUUID(),
        organization_id: organizationId,
        name,
        role_group: 2,
        sla_option: 3,
        sla_minutes: 45,
        permission_set: '{"101":[3,0]}',
      })
      .execute()

  test('shows the own organization its own roles and no other organization', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    await insertRole(owner.organizationId, 'Designer')
    const { data, headers } = await list(owner, '?search=design')
    expect(data).toEqual([
      {
        uuid: expect.any(String),
        name: 'Designer',
        group: 2,
        slaOptions: 3,
        slaDuration: 45,
        permission_set: { '101': [3, 0] },
        is_default: false,
        members: 0,
      },
    ])
    expect(headers['x-notifly-total-count']).toBe('1')
    expect((await list(stranger)).data.map(({ name }) => name)).not.toContain('Designer')
    expect((await list(stranger, `?uuid=${data[0]?.uuid}`)).data).toEqual([])
    expect((await list(stranger, `?organization_uuid=${owner.organizationId}`)).status).toBe(404)
  })

  test('is for those whose role reads roles, in the organization that is asked for', async () => {
    const owner = await kit.withApplication()
    const person = await kit.withApplication()
    const member = { account_id: person.user.uuid, status: 'active', created_at: new Date() }
    await database.kysely
      .insertInto('member')
      .values({ ...member, organization_id: owner.organizationId, role_id: DEFAULT_ROLE_IDS.creator })
      .execute()
    expect((await list(person)).status).toBe(200)
    expect((await list(person, `?organization_uuid=${owner.organizationId}`)).status).toBe(403)
  })

  test('shows those who invite people without reading roles the roles that they may give, page by page', async () => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const rights: Record<string, object> = { Inviter: { 1001: [2, 0], 101: [1, 0] }, Reader: { 101: [1, 0] } }
    const ids: Record<string, string> = {}
    for (const [name, set] of Object.entries(rights)) {
      ids[name] = crypto.randomUUID()
      const fields = { role_group: 1, sla_option: 1, sla_minutes: 15, permission_set: JSON.stringify(set) }
      const row = { role_id: ids[name], organization_id: organizationId, name, ...fields }
      await database.kysely.insertInto('role').values(row).execute()
    }
    const inviter = await kit.signUpAndIn()
    const member = { organization_id: organizationId, account_id: inviter.user.uuid, created_at: new Date() }
    await database.kysely
      .insertInto('member')
      .values({ ...member, role_id: ids['Inviter'] ?? '', status: 'active' })
      .execute()
    const { data, headers } = await list(inviter, '?per_page=1&page=2')
    expect([data.map(({ name }) => name), headers['x-notifly-total-count']]).toEqual([['Reader'], '2'])
    const users = [{ email: 'new@example.com', role_id: ids['Reader'] }]
    expect((await call('POST', '/authP/invite', { bearer: inviter.bearer, body: { users } })).status).toBe(200)
  })

  test('asks which organization when several are possible', async () => {
    const person = await kit.signUpAndIn()
    for (const name of ['One', 'Two'])
      await call('POST', '/authP/organization', { bearer: person.bearer, body: { name } })
    const answer = await list(person)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'organization_uuid'])
  })
})
