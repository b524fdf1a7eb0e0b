/** What happens to requests that are not decided in time. */
import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { COMMANDS } from '../../background.ts'
import { createMetrics } from '../../http/health.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { DEFAULT_ROLES } from '../roles/default-roles.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { decideOverdue, onDeadline } from './escalate.ts'

const kit = await testApp()
const { call, clock, database, deps } = kit
const team = approvalTeamOf(kit)
const [boss, clerk, checker] = [await kit.signUpAndIn(), await kit.signUpAndIn(), await kit.signUpAndIn()]

const MINUTE_MS = 60_000
const tick = () => decideOverdue(deps, COMMANDS)

/** A maker whose role says what happens without a decision, and approvers of both groups. */
async function newOffice(option: 1 | 2 | 3, minutes = 15) {
  const owner = await kit.withApplication(await team.renew(boss))
  const roleId = await team.addRole(owner, { option, minutes })
  const permissions = DEFAULT_ROLES.find(role => role.roleId === DEFAULT_ROLE_IDS.validator)?.permissionSet ?? {}
  return {
    owner,
    maker: await team.addMember(owner, roleId, await team.renew(clerk)),
    validator: await team.validator(owner, await team.renew(checker)),
    highRole: await team.addRole(owner, { group: 2, permissions }),
  }
}

const create = ({ bearer }: ApplicationOwner, name = 'Offer') =>
  call('POST', '/api/template', { bearer, body: { type: 'Email', name, html: '<p>Hi</p>' } })

const templates = async ({ bearer }: ApplicationOwner) =>
  (await call<{ name: string }[]>('GET', '/api/template', { bearer })).data.map(({ name }) => name)

const bySla = (entries: AuditEntry[]) => entries.filter(({ actor }) => actor.kind === 'sla').map(({ action }) => action)

test.each([
  [{ option: SLA_OPTIONS.reject, group: 1, twoPeople: false }, 'reject'],
  [{ option: SLA_OPTIONS.approve, group: 1, twoPeople: false }, 'approve'],
  [{ option: SLA_OPTIONS.raise, group: 1, twoPeople: false }, 'raise'],
  [{ option: SLA_OPTIONS.raise, group: 2, twoPeople: false }, 'reject'],
  [{ option: SLA_OPTIONS.approve, group: 2, twoPeople: false }, 'approve'],
  [{ option: SLA_OPTIONS.approve, group: 1, twoPeople: true }, 'raise'],
  [{ option: SLA_OPTIONS.approve, group: 2, twoPeople: true }, 'reject'],
  [{ option: SLA_OPTIONS.reject, group: 1, twoPeople: true }, 'reject'],
] as const)('a deadline of %o means %s', (overdue, step) => {
  expect(onDeadline(overdue)).toBe(step)
})

describe('when nobody decides in time', () => {
  test('a request is rejected, where the role says so, and not a minute earlier', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.reject)
    const approvalId = heldAs(await create(maker))
    clock.advance(14 * MINUTE_MS)
    await tick()
    expect((await team.read(maker, approvalId))?.status).toBe(0)
    clock.advance(MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({
      status: 2,
      approver: null,
      decided_by: 'sla',
      description: 'No one decided in time.',
      description_sentence: { key: 'approvals.nobodyDecided' },
      can_reopen: true,
    })
    expect(await templates(owner)).toEqual([])
    expect(bySla(await team.trail(owner))).toEqual(['approval.reject'])
  })

  test('it is approved, where the role says so, and what was asked for is done', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.approve)
    const approvalId = heldAs(await create(maker))
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 1, approver: null, decided_by: 'sla' })
    expect(await templates(owner)).toEqual(['Offer'])
    const entries = await team.trail(owner)
    expect(bySla(entries)).toEqual(['approval.approve'])
    expect(entries.find(({ action }) => action === 'template.create')?.actor.uuid).toBe(maker.user.uuid)
  })

  test('an approval that cannot be applied becomes a rejection with the reason', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.approve)
    const approvalId = heldAs(await create(maker))
    expect((await create(owner)).status).toBe(201)
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({
      status: 2,
      decided_by: 'sla',
      description: 'This can no longer be applied: A template with this name already exists.',
      description_sentence: { key: 'approvals.cannotApply.other', values: { reason: { key: 'templates.nameTaken' } } },
    })
    expect(await templates(owner)).toEqual(['Offer'])
  })

  test('it is raised to Group 2, which decides it, with as much time again', async () => {
    const { owner, maker, validator, highRole } = await newOffice(SLA_OPTIONS.raise)
    const high = await team.addMember(owner, highRole)
    const approvalId = heldAs(await create(maker))
    expect((await team.decide(high, approvalId, 'approve')).status).toBe(403)
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(validator, approvalId)).toMatchObject({ status: 0, group: 2, can_decide: false })
    expect(await team.read(high, approvalId)).toMatchObject({ can_decide: true })
    expect((await team.decide(validator, approvalId, 'approve')).status).toBe(403)
    clock.advance(14 * MINUTE_MS)
    await tick()
    expect((await team.decide(high, approvalId, 'approve')).status).toBe(200)
    expect(bySla(await team.trail(owner))).toEqual(['approval.raise'])
    expect(await templates(owner)).toEqual(['Offer'])
  })

  test('and after that it is rejected', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.raise)
    const approvalId = heldAs(await create(maker))
    for (const group of [2, 2]) {
      clock.advance(15 * MINUTE_MS)
      await tick()
      expect((await team.read(maker, approvalId))?.group).toBe(group)
    }
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 2, decided_by: 'sla' })
    expect(bySla(await team.trail(owner))).toEqual(['approval.raise', 'approval.reject'])
  })

  test('what nobody in Group 1 may approve begins in Group 2', async () => {
    const { owner, highRole } = await newOffice(SLA_OPTIONS.raise)
    await team.setTwoPeople(owner)
    await database.kysely
      .deleteFrom('member')
      .where('organization_id', '=', owner.organizationId)
      .where('account_id', '=', checker.user.uuid)
      .execute()
    await team.addMember(owner, highRole)
    // The Owner asks themselves: no one else of Group 1 may approve it.
    expect((await team.read(owner, heldAs(await create(owner))))?.group).toBe(2)
  })

  test('with two people for every change, approval by the deadline is a raise', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.approve)
    await team.setTwoPeople(owner)
    const approvalId = heldAs(await create(maker))
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 0, group: 2 })
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 2, decided_by: 'sla' })
    expect(await templates(owner)).toEqual([])
  })
})

describe('deadlines', () => {
  test('outlive the process: another one on the same database acts on what passed while nothing ran', async () => {
    const offices = [
      await newOffice(SLA_OPTIONS.reject, 30),
      await newOffice(SLA_OPTIONS.approve, 15),
      await newOffice(SLA_OPTIONS.raise, 45),
    ]
    const ids: string[] = []
    for (const { maker } of offices) ids.push(heldAs(await create(maker)))
    clock.advance(3 * 60 * MINUTE_MS)
    const restarted = { ...deps, metrics: createMetrics() }
    const app = await createApp(restarted, { dashboardDir: 'none' })
    await decideOverdue(restarted, COMMANDS)
    const seen = await Promise.all(
      offices.map(async ({ owner }, index) => {
        const { bearer } = await team.renew(owner)
        const answer = await app.inject({
          url: `/api/approvals?uuid=${ids[index]}`,
          headers: { authorization: `Bearer ${bearer}` },
        })
        const [request] = answer.json<{ data: { status: number; group: number }[] }>().data
        return [request?.status, request?.group]
      }),
    )
    expect(seen).toEqual([
      [2, 1],
      [1, 1],
      // Group 2 has its own time, also when the deadline passed long ago.
      [0, 2],
    ])
    await app.close()
  })

  test('that many processes and a person act on at once count once', async () => {
    const { owner, maker, validator } = await newOffice(SLA_OPTIONS.approve)
    const approvalId = heldAs(await create(maker))
    clock.advance(15 * MINUTE_MS)
    const [human] = await Promise.all([team.decide(validator, approvalId, 'approve'), tick(), tick(), tick()])
    const late = [409, 'This request was already approved at its deadline.']
    expect([[200, undefined], late]).toContainEqual([human.status, human.body.message])
    expect(await templates(owner)).toEqual(['Offer'])
    const entries = await team.trail(owner)
    expect(entries.filter(({ action }) => action === 'approval.approve')).toHaveLength(1)
  })

  test('stay what they were when the request was made, whatever becomes of the role', async () => {
    const { owner, maker } = await newOffice(SLA_OPTIONS.approve)
    const approvalId = heldAs(await create(maker))
    await database.kysely
      .updateTable('role')
      .set({ sla_option: SLA_OPTIONS.reject, sla_minutes: 2880 })
      .where('organization_id', '=', owner.organizationId)
      .execute()
    clock.advance(15 * MINUTE_MS)
    await tick()
    expect(await team.read(maker, approvalId)).toMatchObject({ status: 1, decided_by: 'sla' })
  })
})
