import { ACTIVITY, ACTIVITY_IDS, type PermissionSet } from '@notifly/contracts/roles/activities'
import { exceedingActivities } from '@notifly/contracts/roles/permissions'
import type { Role } from '@notifly/contracts/roles/roles'
import { describe, expect, test } from 'vitest'
import { testApp, type ApplicationOwner, type Person } from '../../testing/app.ts'
import { DEFAULT_ROLES } from './default-roles.ts'
import { DEFAULT_ROLE_IDS } from './roles.ts'

const kit = await testApp()
const { call, database } = kit

const BODY = { name: 'Designer', group: 2, slaOptions: 3, slaDuration: 45, permission_set: { '101': [3, 0] } }
const create = ({ bearer }: Pick<Person, 'bearer'>, body: object) =>
  call<Role>('POST', '/authP/role', { bearer, body: { ...BODY, ...body } })
const change = ({ bearer }: Pick<Person, 'bearer'>, uuid: string, body: object) =>
  call<Role>('PUT', `/authP/role?uuid=${uuid}`, { bearer, body: { ...BODY, ...body } })
const remove = ({ bearer }: Pick<Person, 'bearer'>, uuid: string) =>
  call<unknown>('DELETE', `/authP/role?uuid=${uuid}`, { bearer })
const setOf = (grant: [number, number]): PermissionSet =>
  Object.fromEntries(ACTIVITY_IDS.map(id => [id, grant])) as PermissionSet

/** A person with a token for the owner's application and a role of theirs. */
async function colleague(owner: ApplicationOwner, roleId: string): Promise<Person> {
  const person = await kit.signUpAndIn()
  await database.kysely
    .insertInto('member')
    .values({
      organization_id: owner.organizationId,
      account_id: person.user.uuid,
      role_id: roleId,
      status: 'active',
      created_at: new Date(),
    })
    .execute()
  const path = `/api/update-notification-vertical/${owner.applicationId}`
  const { data } = await call<Person['user']>('GET', path, { bearer: person.bearer })
  return { ...person, bearer: data.token, user: data }
}

describe('a role', () => {
  test('is created whole: absent activities grant nothing, levels without a cell are rounded down', async () => {
    const owner = await kit.withApplication()
    const created = await create(owner, {
      permission_set: { '101': [3, 0], '102': [3, 0], '501': [4, 1], '401': [0, 1] },
    })
    expect(created.status).toBe(201)
    expect(created.data).toEqual({
      uuid: expect.any(String),
      name: 'Designer',
      group: 2,
      slaOptions: 3,
      slaDuration: 45,
      permission_set: { ...setOf([0, 0]), '101': [3, 0], '102': [2, 0], '501': [1, 0], '401': [1, 1] },
      is_default: false,
      members: 0,
    })
    const changed = await change(owner, created.data.uuid, {
      name: 'Editor',
      slaDuration: 2880,
      group: 1,
      slaOptions: 1,
    })
    expect(changed.data).toMatchObject({ uuid: created.data.uuid, name: 'Editor', slaDuration: 2880, group: 1 })
    expect((await remove(owner, created.data.uuid)).status).toBe(200)
    expect((await remove(owner, created.data.uuid)).status).toBe(404)
    const acts = await database.kysely
      .selectFrom('audit_entry')
      .where('object_id', '=', created.data.uuid)
      .select(['action', 'before', 'after'])
      .orderBy('entry_id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['role.create', 'role.update', 'role.delete'])
    expect(acts[1]?.before).toMatchObject({ name: 'Designer', slaDuration: 45, 'permission_set.501': [1, 0] })
    expect(acts[1]?.before).not.toHaveProperty('permission_set.101')
  })

  test('waits 15 minutes where nothing else is said, and takes only what the form offers', async () => {
    const owner = await kit.withApplication()
    const { slaDuration: _, ...rest } = BODY
    const plain = await call<Role>('POST', '/authP/role', { bearer: owner.bearer, body: rest })
    expect(plain.data.slaDuration).toBe(15)
    const refused: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(51) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ group: 3 }, 'group'],
      [{ slaOptions: 0 }, 'slaOptions'],
      [{ slaDuration: 0 }, 'slaDuration'],
      [{ slaDuration: 20 }, 'slaDuration'],
      [{ slaDuration: 2895 }, 'slaDuration'],
      [{ permission_set: { '101': [5, 0] } }, 'permission_set.101.0'],
      [{ permission_set: { '101': [1, 2] } }, 'permission_set.101.1'],
      [{ permission_set: { '101': [1] } }, 'permission_set.101'],
      [{ permission_set: { '999': [1, 0] } }, 'permission_set.999'],
      [{ permission_set: [] }, 'permission_set'],
    ]
    for (const [body, field] of refused) {
      const answer = await create(owner, body)
      expect([body, answer.status, answer.body.errors?.[0]?.field]).toEqual([body, 400, field])
      expect(answer.body.errors?.[0]?.message).not.toMatch(/Invalid/)
    }
  })

  test('has a name of its own in its organization, whatever the case, and none of the default ones', async () => {
    const owner = await kit.withApplication()
    const { data } = await create(owner, { name: 'Designer' })
    for (const name of ['designer', ' DESIGNER ', 'owner', 'Validator']) {
      const answer = await create(owner, { name })
      expect([name, answer.status, answer.body.errors?.[0]?.field]).toEqual([name, 400, 'name'])
    }
    const other = await create(owner, { name: 'Other' })
    expect((await change(owner, other.data.uuid, { name: 'DESIGNER' })).status).toBe(400)
    expect((await change(owner, data.uuid, { name: 'DESIGNER' })).data.name).toBe('DESIGNER')
    expect((await create(await kit.withApplication(), { name: 'Designer' })).status).toBe(201)
  })

  test('of another organization is nothing here', async () => {
    const { data } = await create(await kit.withApplication(), {})
    const stranger = await kit.withApplication()
    for (const uuid of [data.uuid, crypto.randomUUID()]) {
      expect([(await change(stranger, uuid, {})).status, (await remove(stranger, uuid)).status]).toEqual([404, 404])
    }
  })

  test('in use is not deleted, and says by how many', async () => {
    const owner = await kit.withApplication()
    const { data } = await create(owner, {})
    await colleague(owner, data.uuid)
    await colleague(owner, data.uuid)
    await database.kysely
      .insertInto('invitation')
      .values({
        invitation_id: crypto.randomUUID(),
        organization_id: owner.organizationId,
        email: 'new@example.com',
        email_key: 'new@example.com',
        role_id: data.uuid,
        invited_by: owner.user.uuid,
        status: 'invited',
        created_at: kit.clock.now(),
        sent_at: kit.clock.now(),
        expires_at: new Date(kit.clock.now().getTime() + 1000_000),
      })
      .execute()
    const answer = await remove(owner, data.uuid)
    expect([answer.status, answer.body.data]).toEqual([409, { members: 2, invitations: 1 }])
  })

  test('keeps its approve flags while they are needed for two people', async () => {
    const owner = await kit.withApplication()
    const { data } = await create(owner, { permission_set: setOf([1, 1]) })
    await colleague(owner, data.uuid)
    await database.kysely
      .updateTable('organization')
      .set({ two_people: true })
      .where('organization_id', '=', owner.organizationId)
      .execute()
    expect((await change(owner, data.uuid, { permission_set: { ...setOf([1, 1]), '101': [4, 0] } })).status).toBe(409)
    expect((await change(owner, data.uuid, { permission_set: { ...setOf([1, 1]), '1001': [4, 0] } })).status).toBe(200)
  })

  test('changes what living tokens may do at once', async () => {
    const owner = await kit.withApplication()
    const { data } = await create(owner, { permission_set: { '101': [1, 0] } })
    const reader = await colleague(owner, data.uuid)
    const read = async () => (await call('GET', '/api/template', { bearer: reader.bearer })).status
    expect(await read()).toBe(200)
    await change(owner, data.uuid, { permission_set: { '201': [1, 0] } })
    expect(await read()).toBe(403)
    await change(owner, data.uuid, { permission_set: { '101': [4, 0] } })
    expect(await read()).toBe(200)
  })
})

describe('nobody grants what they do not have', () => {
  test('between the default roles: only those who have all of a set make a role of it', async () => {
    const owner = await kit.withApplication()
    for (const maker of DEFAULT_ROLES) {
      const person = maker.roleId === DEFAULT_ROLE_IDS.owner ? owner : await colleague(owner, maker.roleId)
      for (const wanted of DEFAULT_ROLES) {
        const { status } = await create(person, {
          name: `${maker.name} ${wanted.name}`,
          permission_set: wanted.permissionSet,
        })
        const mayCreate = (maker.permissionSet[ACTIVITY.roles]?.[0] ?? 0) >= 2
        const isWithin = exceedingActivities(maker.permissionSet, wanted.permissionSet).length === 0
        expect([maker.name, wanted.name, status]).toEqual([maker.name, wanted.name, mayCreate && isWithin ? 201 : 403])
      }
      for (const fixed of DEFAULT_ROLES) {
        const answers = [await change(person, fixed.roleId, { name: 'Mine' }), await remove(person, fixed.roleId)]
        expect(answers.map(({ status }) => status)).toEqual([403, 403])
      }
    }
  })

  test('a keeper of roles hands on their own levels and flags, no more, and leaves stronger roles alone', async () => {
    const owner = await kit.withApplication()
    const own = { '101': [3, 1], '201': [2, 0], '1201': [4, 0] }
    const strong = (await create(owner, { name: 'Strong', permission_set: { '101': [4, 0] } })).data
    const keeperRole = (await create(owner, { name: 'Keeper', permission_set: own })).data
    const keeper = await colleague(owner, keeperRole.uuid)
    const attempts: [object, number][] = [
      [{ permission_set: own }, 201],
      [{ permission_set: { '101': [4, 0] } }, 403],
      [{ permission_set: { '201': [2, 1] } }, 403],
      [{ permission_set: { '501': [1, 0] } }, 403],
      // What approves itself needs the right to approve it.
      [{ permission_set: { '101': [2, 0] }, slaOptions: 2 }, 201],
      [{ permission_set: { '201': [2, 0] }, slaOptions: 2 }, 403],
      [{ permission_set: { '201': [1, 0] }, slaOptions: 2 }, 201],
    ]
    for (const [at, [body, status]] of attempts.entries()) {
      const answer = await create(keeper, { name: `Attempt ${at}`, ...body })
      expect([body, answer.status]).toEqual([body, status])
    }
    expect((await change(keeper, strong.uuid, { permission_set: {} })).status).toBe(403)
    expect((await remove(keeper, strong.uuid)).status).toBe(403)
    expect((await change(keeper, keeperRole.uuid, { permission_set: own, slaOptions: 2 })).status).toBe(403)
    const refused = await create(keeper, { name: 'Beyond', permission_set: { '301': [1, 0], '101': [1, 0] } })
    expect(refused.body.data).toEqual({ activities: [ACTIVITY.platformEmail] })
  })

  test('a newcomer without an organization makes no roles', async () => {
    expect((await create(await kit.signUpAndIn(), {})).status).toBe(403)
  })
})

test('any member learns whom to ask for a right: Owners, then Admins, of their organization only', async () => {
  const owner = await kit.withApplication()
  const granters = (person: Pick<Person, 'bearer'>, query = '') =>
    call<{ email: string; role: { name: string } }[]>('GET', `/authP/role/granters${query}`, { bearer: person.bearer })
  const admin = await colleague(owner, DEFAULT_ROLE_IDS.admin)
  const creator = await colleague(owner, DEFAULT_ROLE_IDS.creator)
  const { data } = await granters(creator)
  expect(data.map(({ email, role }) => [email, role.name])).toEqual([
    [owner.email, 'Owner'],
    [admin.email, 'Admin'],
  ])
  const stranger = await kit.withApplication()
  expect((await granters(stranger, `?organization_uuid=${owner.organizationId}`)).status).toBe(404)
  expect((await granters(await kit.signUpAndIn())).data).toEqual([])
})
