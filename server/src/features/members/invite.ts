/** Sends, resends and withdraws invitations by mail. */
import { LEVEL } from '@notifly/contracts/roles/activities'
import { INVITATION_SECONDS } from '@notifly/contracts/members/members'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { createRateLimit, networkOf } from '../../lib/rate-limit.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { emailKey } from '../accounts/accounts.ts'
import { byCaller, recordAudit, type AuditEntry } from '../audit/audit.ts'
import { findRole, requireGrantable } from '../roles/roles.ts'
import { demandMembers } from '../usage/usage.ts'
import { changePeople, type ActingMember } from './acting.ts'
import { INVITATION_MAIL } from './invitation-mail.ts'
import {
  endInvitation,
  insertInvitation,
  lockOpenInvitation,
  renewInvitation,
  selectOpenByEmail,
} from './invitation-queries.ts'
import { selectMemberByEmail } from './queries.ts'

export interface Invitee {
  email: string
  role_id: string
}

export interface Invited {
  email: string
  uuid: string
  status: 'invited' | 'already_invited' | 'already_member'
}

/**
 * Limits per hour of mails to people who did not ask for them: of an organization, of an account in all of its organizations, and to one
 * address, from one network and from all. Mail to an address of the sender's own domain is counted separately, so that strangers cannot use
 * up the limit of colleagues.
 */
export interface InvitationLimit {
  /** Throws tooManyAttempts. */
  take(caller: ActingMember, email: string): Promise<void>
}

export function createInvitationLimit({ database }: Deps): InvitationLimit {
  const limit = (name: string, attempts: number) => createRateLimit(database.pool, { name, attempts, perSeconds: 3600 })
  const byOrganization = limit('invite', 100)
  const byAccount = limit('invite-account', 100)
  const byReceiverAndNetwork = limit('invite-receiver-network', 5)
  const byReceiver = limit('invite-receiver', 20)
  return {
    async take({ organizationId, accountId, email: own, origin }, email) {
      await byOrganization.take(organizationId)
      await byAccount.take(accountId)
      const receiver = `${domainOf(own) === domainOf(email) ? 'colleague' : 'stranger'} ${emailKey(email)}`
      await byReceiverAndNetwork.take(`${receiver} ${networkOf(origin.address)}`)
      await byReceiver.take(receiver)
    },
  }
}

function domainOf(email: string): string {
  return emailKey(email).split('@').at(-1) ?? ''
}

/**
 * Invites people, all or none. Throws forbidden for a role beyond the caller's own, invalidInput at the row with an unknown one,
 * tooManyAttempts, quotaReached.
 */
export async function invite(
  deps: Deps,
  limit: InvitationLimit,
  caller: ActingMember,
  people: readonly Invitee[],
): Promise<Invited[]> {
  const { database, clock } = deps
  const now = clock.now()
  for (const { email } of people) await limit.take(caller, email)
  return changePeople(database.kysely, caller, LEVEL.create, async (tx, acting) => {
    const answers: Invited[] = []
    for (const [position, person] of people.entries()) {
      const role = await roleOf(tx, acting, person.role_id, `users.${position}.role_id`)
      const answer = await inviteOne(deps, tx, acting, person.email, role.role_id)
      answers.push(answer)
      if (answer.status !== 'invited') continue
      await sendMail(tx, answer.uuid)
      await record(tx, acting, 'invite.create', answer, { after: { email: answer.email, role: role.name } }, now)
    }
    return answers
  })
}

/**
 * Resends an invitation's mail in the caller's name, who becomes responsible for it. Throws notFound, forbidden, and quotaReached if it had
 * expired and its place is taken.
 */
export async function resend(
  deps: Deps,
  limit: InvitationLimit,
  caller: ActingMember,
  invitationId: string,
): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  await limit.take(caller, await addressOf(database.kysely, caller, invitationId))
  await changePeople(database.kysely, caller, LEVEL.create, async (tx, acting) => {
    const open = await lockOpenInvitation(tx, acting.organizationId, invitationId)
    if (open === undefined || open.role_id === null) throw new AppError('notFound')
    await roleOf(tx, acting, open.role_id, 'uuid')
    if (open.expires_at <= now) await demandMembers(deps, tx, acting.organizationId)
    await renewInvitation(tx, invitationId, { invitedBy: acting.accountId, expiresAt: expiry(now) }, now)
    await sendMail(tx, invitationId)
    await record(tx, acting, 'invite.resend', { uuid: invitationId, email: open.email }, {}, now)
  })
}

async function addressOf(db: Db, { organizationId }: ActingMember, invitationId: string): Promise<string> {
  const open = orNotFound(await db.transaction().execute(tx => lockOpenInvitation(tx, organizationId, invitationId)))
  return open.email
}

/** Withdraws an invitation that is not accepted yet. Throws notFound, and forbidden for a role beyond the caller's own. */
export async function withdraw({ database, clock }: Deps, caller: ActingMember, invitationId: string): Promise<void> {
  const now = clock.now()
  await changePeople(database.kysely, caller, LEVEL.delete, async (tx, acting) => {
    const open = orNotFound(await lockOpenInvitation(tx, acting.organizationId, invitationId))
    if (open.role_id !== null) await roleOf(tx, acting, open.role_id, 'uuid')
    await endInvitation(tx, invitationId, 'withdrawn', now)
    await record(tx, acting, 'invite.withdraw', { uuid: invitationId, email: open.email }, {}, now)
  })
}

async function roleOf(tx: Db, acting: ActingMember, roleId: string, field: string) {
  const role = await findRole(tx, acting.organizationId, roleId.toLowerCase(), 'forShare')
  if (role === undefined) throw invalidField(field, sentence('members.roleOfOrganization'))
  requireGrantable(acting, role)
  return role
}

async function inviteOne(deps: Deps, tx: Db, acting: ActingMember, email: string, roleId: string): Promise<Invited> {
  const now = deps.clock.now()
  const { organizationId, accountId } = acting
  const emailKey = email.toLowerCase()
  const member = await selectMemberByEmail(tx, organizationId, emailKey)
  if (member !== undefined) return { email, uuid: member, status: 'already_member' }
  const open = await selectOpenByEmail(tx, organizationId, emailKey)
  if (open !== undefined && open.expires_at > now) return { email, uuid: open.invitation_id, status: 'already_invited' }
  await demandMembers(deps, tx, organizationId)
  if (open !== undefined) {
    await renewInvitation(tx, open.invitation_id, { roleId, invitedBy: accountId, expiresAt: expiry(now) }, now)
    return { email, uuid: open.invitation_id, status: 'invited' }
  }
  const invitationId = uuidv7()
  const given = { invitationId, organizationId, email, emailKey, roleId, invitedBy: accountId }
  await insertInvitation(tx, { ...given, expiresAt: expiry(now) }, now)
  return { email, uuid: invitationId, status: 'invited' }
}

/** Two requests send one mail: only the latest link works. */
function sendMail(tx: Db, invitationId: string): Promise<void> {
  return enqueue(tx, INVITATION_MAIL, { invitation_id: invitationId }, { key: `${INVITATION_MAIL}:${invitationId}` })
}

function record(
  tx: Db,
  acting: ActingMember,
  action: 'invite.create' | 'invite.resend' | 'invite.withdraw',
  { uuid, email }: { uuid: string; email: string },
  values: Pick<AuditEntry, 'after'>,
  now: Date,
): Promise<void> {
  return recordAudit(
    tx,
    { ...byCaller(acting), ...values, action, object: { type: 'invitation', id: uuid, name: email } },
    now,
  )
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + INVITATION_SECONDS * 1000)
}
