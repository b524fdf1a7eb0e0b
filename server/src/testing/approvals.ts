/** An application under maker-checker for tests: its owner, a maker, an approver, and everything that they may change. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { AuditEntry } from '@notifly/contracts/audit/audit'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { DEFAULT_ROLE_IDS } from '../features/roles/roles.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type ApplicationOwner, PASSWORD, type Person, type Reply, type TestApp } from './app.ts'
import { teamOf } from './members.ts'

interface RoleFields {
  group?: 1 | 2
  /** As SLA_OPTIONS. */
  option?: 1 | 2 | 3
  minutes?: number
  /** Those of the Creator unless given. */
  permissions?: PermissionSet
}

/** The verbs of maker-checker, over the API of `kit`. */
export function approvalTeamOf(kit: TestApp) {
  const { call, database, clock } = kit
  const team = teamOf(kit)

  /** A new member of the owner's organization with a token for its application. */
  async function addMember(owner: ApplicationOwner, roleId: string, given?: Person): Promise<ApplicationOwner> {
    const person = await team.join(owner.organizationId, roleId, given)
    const path = `/api/update-notification-vertical/${owner.applicationId}`
    const { data } = await call<UserDetails>('GET', path, { bearer: person.bearer })
    const { applicationId, organizationId } = owner
    return { ...person, bearer: data.token, user: data, applicationId, organizationId }
  }

  /** The same person with a new token: one lives an hour of the clock that tests move. */
  async function renew<Who extends Person & { applicationId?: string }>(who: Who): Promise<Who> {
    const { data } = await call<UserDetails>('POST', '/authP/login', { body: { email: who.email, password: PASSWORD } })
    if (who.applicationId === undefined) return { ...who, bearer: data.token }
    const path = `/api/update-notification-vertical/${who.applicationId}`
    const switched = await call<UserDetails>('GET', path, { bearer: data.token })
    return { ...who, bearer: switched.data.token }
  }

  return {
    addMember,
    renew,
    maker: (owner: ApplicationOwner, given?: Person) => addMember(owner, DEFAULT_ROLE_IDS.creator, given),
    validator: (owner: ApplicationOwner, given?: Person) => addMember(owner, DEFAULT_ROLE_IDS.validator, given),

    /** A role of the organization's own. Returns its id. */
    async addRole({ organizationId }: ApplicationOwner, fields: RoleFields): Promise<string> {
      const roleId = uuidv7()
      const creator = await database.kysely
        .selectFrom('role')
        .where('role_id', '=', DEFAULT_ROLE_IDS.creator)
        .select('permission_set')
        .executeTakeFirstOrThrow()
      await database.kysely
        .insertInto('role')
        .values({
          role_id: roleId,
          organization_id: organizationId,
          name: `Role ${roleId}`,
          role_group: fields.group ?? 1,
          sla_option: fields.option ?? 1,
          sla_minutes: fields.minutes ?? 15,
          permission_set: JSON.stringify(fields.permissions ?? creator.permission_set),
        })
        .execute()
      return roleId
    },

    async setTwoPeople({ organizationId }: ApplicationOwner): Promise<void> {
      await database.kysely
        .updateTable('organization')
        .set({ two_people: true, updated_at: clock.now() })
        .where('organization_id', '=', organizationId)
        .execute()
    },

    list: ({ bearer }: ApplicationOwner, query = '') =>
      call<Approval[]>('GET', `/api/approvals?per_page=100&${query}`, { bearer }),

    /** One request whole. */
    async read({ bearer }: ApplicationOwner, approvalId: string): Promise<Approval | undefined> {
      return (await call<Approval[]>('GET', `/api/approvals?uuid=${approvalId}`, { bearer })).data[0]
    },

    decide: ({ bearer }: ApplicationOwner, approvalId: string, decision: 'approve' | 'reject', description?: string) =>
      call<Approval>('POST', `/api/approvals/${approvalId}`, {
        bearer,
        body: { decision, ...(description === undefined ? {} : { description }) },
      }),

    withdraw: ({ bearer }: ApplicationOwner, approvalId: string) =>
      call('DELETE', `/api/approvals/${approvalId}`, { bearer }),

    /** Actions of the audit trail on this application's things, oldest first, with who did them. */
    async trail(owner: ApplicationOwner, object = ''): Promise<AuditEntry[]> {
      const path = `/authP/audit?per_page=100&application_uuid=${owner.applicationId}&object=${object}`
      return (await call<AuditEntry[]>('GET', path, { bearer: owner.bearer })).data.toReversed()
    },
  }
}

/** The id of the request that a write was stored as. Throws for any other answer. */
export function heldAs({ status, body }: Reply<unknown>): string {
  const { approval_uuid: id } = (body.data ?? {}) as { approval_uuid?: string }
  if (status !== 202 || body.maker_checker !== true || id === undefined) {
    throw new Error(`not held: ${status} ${JSON.stringify(body)}`)
  }
  return id
}
