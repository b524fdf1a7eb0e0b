import type { Member } from '@notifly/contracts/members/members'
import type { Organization } from '@notifly/contracts/organizations/organizations'
import { describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../testing/app.ts'
import { teamOf } from '../../testing/members.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
const { call, database } = kit
const team = teamOf(kit)

type RoleName = keyof typeof DEFAULT_ROLE_IDS
const ROLES = Object.keys(DEFAULT_ROLE_IDS) as RoleName[]

/** What each role may give: no one gives what they do not have, and only an Owner makes Owners. */
const MAY_GIVE: Record<RoleName, RoleName[]> = {
  owner: ['owner', 'admin', 'creator', 'validator'],
  admin: ['admin', 'creator', 'validator'],
  creator: [],
  validator: [],
}

const list = ({ bearer }: Pick<Person, 'bearer'>, query = '') =>
  call<Member[]>('GET', `/authP/user${query}`, { bearer })
const change = ({ bearer }: Pick<Person, 'bearer'>, uuid: string, body: object) =>
  call<Member>('PUT', `/authP/user?uuid=${uuid}`, { bearer, body })
const remove = ({ bearer }: Pick<Person, 'bearer'>, uuid: string) =>
  call('DELETE', `/authP/user?uuid=${uuid}`, { bearer })

describe('the list of members', () => {
  test('shows members by name and then who is invited, is searched, filtered and paged', async () => {
    const owner = await kit.withApplication(await kit.signUpAndIn({ name: 'Zoya Owner' }))
    await team.join(owner.organizationId, DEFAULT_ROLE_IDS.creator, await kit.signUpAndIn({ name: 'Amit Maker' }))
    const users = [{ email: 'new.person@example.com', role_id: DEFAULT_ROLE_IDS.validator }]
    await call('POST', '/authP/invite', { bearer: owner.bearer, body: { users } })

    const { data, headers } = await list(owner)
    expect(headers['x-notifly-total-count']).toBe('3')
    expect(
      data.map(({ name, email, role, status, is_super: isSuper }) => [name || email, role.name, status, isSuper]),
    ).toEqual([
      ['Amit Maker', 'Creator', 'active', false],
      ['Zoya Owner', 'Owner', 'active', true],
      ['new.person@example.com', 'Validator', 'invited', false],
    ])
    expect(data[2]?.expires_on).toEqual(expect.any(Number))
    expect((await list(owner, '?search=AMIT')).data.map(({ name }) => name)).toEqual(['Amit Maker'])
    expect((await list(owner, '?status=invited')).data).toHaveLength(1)
    expect((await list(owner, `?uuid=${owner.user.uuid}`)).data.map(({ name }) => name)).toEqual(['Zoya Owner'])
    expect((await list(owner, '?per_page=1&page=2')).data.map(({ name }) => name)).toEqual(['Zoya Owner'])
  })

  test('is for those whose role reads it, and never for strangers', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    const maker = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.creator)
    const validator = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.validator)
    expect((await list(maker)).status).toBe(403)
    expect((await list(validator)).status).toBe(200)
    expect((await list(stranger, `?organization_uuid=${owner.organizationId}`)).status).toBe(404)
    for (const answer of [
      await change(stranger, maker.user.uuid, { status: 'disabled' }),
      await remove(stranger, maker.user.uuid),
    ]) {
      expect(answer.status).toBe(404)
    }
  })
})

describe('nobody gives what they do not have', () => {
  test.each(ROLES)('when the caller is %s, whatever the member is and becomes', async callerRole => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const caller = await team.join(organizationId, DEFAULT_ROLE_IDS[callerRole])
    const seen: string[] = []
    const expected: string[] = []
    for (const from of ROLES) {
      const member = await team.join(organizationId, DEFAULT_ROLE_IDS[from])
      for (const to of ROLES) {
        await setRole(member, organizationId, from)
        const { status } = await change(caller, member.user.uuid, { role_id: DEFAULT_ROLE_IDS[to] })
        const mayTouch = from !== 'owner' || callerRole === 'owner'
        seen.push(`${from} to ${to}: ${status}`)
        expected.push(`${from} to ${to}: ${mayTouch && MAY_GIVE[callerRole].includes(to) ? 200 : 403}`)
      }
      await setRole(member, organizationId, from)
      const { status } = await remove(caller, member.user.uuid)
      const mayRemove = callerRole === 'owner' || (callerRole === 'admin' && from !== 'owner')
      seen.push(`${from} removed: ${status}`)
      expected.push(`${from} removed: ${mayRemove ? 200 : 403}`)
    }
    expect(seen).toEqual(expected)
  })

  test('nor takes it: a role with all of the right to users touches nobody and no invitation beyond its own', async () => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const clerkRole = crypto.randomUUID()
    await database.kysely
      .insertInto('role')
      .values({
        role_id: clerkRole,
        organization_id: organizationId,
        name: 'Clerk',
        role_group: 1,
        sla_option: 1,
        sla_minutes: 15,
        permission_set: JSON.stringify({ 1001: [4, 0], 202: [2, 0] }),
      })
      .execute()
    const clerk = await team.join(organizationId, clerkRole)
    const colleague = await team.join(organizationId, clerkRole)
    for (const roleId of [DEFAULT_ROLE_IDS.admin, DEFAULT_ROLE_IDS.creator]) {
      const above = await team.join(organizationId, roleId)
      expect((await change(clerk, above.user.uuid, { role_id: clerkRole })).status).toBe(403)
      expect((await change(clerk, above.user.uuid, { status: 'disabled' })).status).toBe(403)
      expect((await remove(clerk, above.user.uuid)).status).toBe(403)
      await database.kysely
        .updateTable('member')
        .set({ status: 'disabled' })
        .where('account_id', '=', above.user.uuid)
        .execute()
      expect((await change(clerk, above.user.uuid, { status: 'active' })).status).toBe(403)
    }
    const invited = async (roleId: string, by: Pick<Person, 'bearer'>) => {
      const users = [{ email: `${crypto.randomUUID()}@example.com`, role_id: roleId }]
      const { data } = await call<{ uuid: string }[]>('POST', '/authP/invite', { bearer: by.bearer, body: { users } })
      return data[0]?.uuid ?? ''
    }
    const withdraw = (uuid: string) => call('DELETE', `/authP/invite?uuid=${uuid}`, { bearer: clerk.bearer })
    expect((await withdraw(await invited(DEFAULT_ROLE_IDS.admin, owner))).status).toBe(403)
    expect((await withdraw(await invited(clerkRole, clerk))).status).toBe(200)
    expect((await change(clerk, colleague.user.uuid, { role_id: DEFAULT_ROLE_IDS.creator })).status).toBe(403)
    expect((await change(clerk, colleague.user.uuid, { status: 'disabled' })).status).toBe(200)
    expect((await change(clerk, colleague.user.uuid, { status: 'active' })).status).toBe(200)
    const elsewhere = await change(owner, colleague.user.uuid, { role_id: crypto.randomUUID() })
    expect([elsewhere.status, elsewhere.body.errors?.[0]?.field]).toEqual([400, 'role_id'])
  })

  test('and nobody changes or removes themselves', async () => {
    const owner = await kit.withApplication()
    const second = await team.join(owner.organizationId, DEFAULT_ROLE_IDS.owner)
    expect((await change(second, second.user.uuid, { role_id: DEFAULT_ROLE_IDS.admin })).status).toBe(403)
    expect((await change(second, second.user.uuid, { status: 'disabled' })).status).toBe(403)
    expect((await remove(second, second.user.uuid)).status).toBe(403)
  })
})

describe('an organization keeps an Owner', () => {
  test.each(['removed', 'disabled', 'lowered'] as const)('when two are %s by each other at once', async how => {
    const first = await kit.withApplication()
    const second = await team.join(first.organizationId, DEFAULT_ROLE_IDS.owner)
    const strike = (by: Pick<Person, 'bearer'>, at: Person) => {
      if (how === 'removed') return remove(by, at.user.uuid)
      return change(
        by,
        at.user.uuid,
        how === 'disabled' ? { status: 'disabled' } : { role_id: DEFAULT_ROLE_IDS.creator },
      )
    }
    const answers = await Promise.all([strike(first, second), strike(second, first)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => [401, 403, 409].includes(status))).toHaveLength(1)
    const { n } = await database.kysely
      .selectFrom('member')
      .where('organization_id', '=', first.organizationId)
      .where('role_id', '=', DEFAULT_ROLE_IDS.owner)
      .where('status', '=', 'active')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })
})

describe('a change takes effect at once', () => {
  test('tokens die with a role, a status, a membership; the session brings a token for what is left', async () => {
    const owner = await kit.withApplication()
    const { organizationId, applicationId } = owner
    const member = await team.join(organizationId, DEFAULT_ROLE_IDS.creator)
    const enter = async () => {
      const session = await call<{ token: string; role: { name: string } | null; application_uuid: string | null }>(
        'GET',
        '/authP/session',
        { headers: { cookie: `usr=${member.cookie}`, 'sec-fetch-site': 'same-origin' } },
      )
      return { bearer: session.data.token, user: session.data }
    }
    const reads = ({ bearer }: { bearer: string }) => call('GET', '/api/template', { bearer })
    const works = await enter()
    expect([works.user.application_uuid, (await reads(works)).status]).toEqual([applicationId, 200])

    expect((await change(owner, member.user.uuid, { role_id: DEFAULT_ROLE_IDS.validator })).data.role.name).toBe(
      'Validator',
    )
    expect((await reads(works)).status).toBe(401)
    const lowered = await enter()
    expect([lowered.user.role?.name, (await reads(lowered)).status]).toEqual(['Validator', 200])

    expect((await change(owner, member.user.uuid, { status: 'disabled' })).data.status).toBe('disabled')
    expect((await reads(lowered)).status).toBe(401)
    expect((await enter()).user.application_uuid).toBeNull()

    await change(owner, member.user.uuid, { status: 'active' })
    const back = await enter()
    expect((await remove(owner, member.user.uuid)).status).toBe(200)
    expect((await reads(back)).status).toBe(401)
    expect((await list(owner, `?uuid=${member.user.uuid}`)).data).toEqual([])
  })
})

describe('two people for every change', () => {
  const setMode = ({ bearer }: Pick<Person, 'bearer'>, organizationId: string, on: boolean) =>
    call<Organization>('PUT', `/authP/organization?uuid=${organizationId}`, {
      bearer,
      body: { name: 'Palmyra', meta_object: { two_people: on } },
    })

  test('needs two who can approve every module, and holds them', async () => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const alone = await setMode(owner, organizationId, true)
    expect([alone.status, (alone.body.data as unknown as { activities: number[] }).activities]).toEqual([
      409,
      [101, 102, 201, 202, 301, 302, 303, 304, 401, 402, 403, 801],
    ])
    const validator = await team.join(organizationId, DEFAULT_ROLE_IDS.validator)
    const admin = await team.join(organizationId, DEFAULT_ROLE_IDS.admin)
    expect((await setMode(admin, organizationId, true)).status).toBe(403)
    expect((await setMode(owner, organizationId, true)).data.meta_object.two_people).toBe(true)

    expect((await change(owner, admin.user.uuid, { status: 'disabled' })).status).toBe(200)
    for (const refused of [
      await change(owner, validator.user.uuid, { role_id: DEFAULT_ROLE_IDS.creator }),
      await change(owner, validator.user.uuid, { status: 'disabled' }),
      await remove(owner, validator.user.uuid),
    ]) {
      expect(refused.status).toBe(409)
    }
    expect((await setMode(owner, organizationId, false)).data.meta_object).toMatchObject({
      two_people: false,
      strength: '1-50',
    })
    expect((await remove(owner, validator.user.uuid)).status).toBe(200)
  })
})

async function setRole(member: Person, organizationId: string, role: RoleName): Promise<void> {
  await database.kysely
    .updateTable('member')
    .set({ role_id: DEFAULT_ROLE_IDS[role] })
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', member.user.uuid)
    .execute()
}
