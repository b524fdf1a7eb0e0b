/** SQL of invitations and their links. */
import type { InvitationStatus } from '@notifly/contracts/members/members'
import { sql } from 'kysely'
import { countRows, type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { replaceLinks } from './link-queries.ts'

export async function countOpenInvitations(db: Db, organizationId: string, roleId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('invitation')
      .where(eb => eb.and({ organization_id: organizationId, role_id: roleId, status: 'invited' })),
  )
}

interface InvitationFilter extends Paging {
  organizationId: string
  search?: string | undefined
  status?: InvitationStatus | undefined
  now: Date
}

/** Newest first. */
export async function selectInvitations(db: Db, filter: InvitationFilter) {
  const { organizationId, search, status, now } = filter
  const present = sql<InvitationStatus>`case when invitation.status = 'invited' and invitation.expires_at <= ${now}
    then 'expired' else invitation.status end`
  const matching = db
    .selectFrom('invitation')
    .where('invitation.organization_id', '=', organizationId)
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(invitation.email)) > 0`))
    .$if(status !== undefined, query => query.where(present, '=', status ?? 'invited'))
  const rows = matching
    .leftJoin('role', 'role.role_id', 'invitation.role_id')
    .select([
      'invitation.invitation_id',
      'invitation.email',
      'role.role_id',
      'role.name as role_name',
      'invitation.created_at',
      'invitation.expires_at',
    ])
    .select(present.as('status'))
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.invitation_id')
  return selectPage(rows, matching, filter)
}

/** The open invitation of an address, even if its link has expired. */
export function selectOpenByEmail(db: Db, organizationId: string, emailKey: string) {
  return db
    .selectFrom('invitation')
    .where(eb => eb.and({ organization_id: organizationId, email_key: emailKey, status: 'invited' }))
    .select(['invitation_id', 'expires_at'])
    .executeTakeFirst()
}

/** An open invitation of the organization, locked until the transaction ends. */
export function lockOpenInvitation(db: Db, organizationId: string, invitationId: string) {
  return db
    .selectFrom('invitation')
    .where(eb => eb.and({ organization_id: organizationId, invitation_id: invitationId, status: 'invited' }))
    .select(['email', 'role_id', 'expires_at'])
    .forUpdate()
    .executeTakeFirst()
}

interface NewInvitation {
  invitationId: string
  organizationId: string
  email: string
  emailKey: string
  roleId: string
  invitedBy: string
  expiresAt: Date
}

export async function insertInvitation(db: Db, invitation: NewInvitation, now: Date): Promise<void> {
  await db
    .insertInto('invitation')
    .values({
      invitation_id: invitation.invitationId,
      organization_id: invitation.organizationId,
      email: invitation.email,
      email_key: invitation.emailKey,
      role_id: invitation.roleId,
      invited_by: invitation.invitedBy,
      status: 'invited',
      created_at: now,
      sent_at: now,
      expires_at: invitation.expiresAt,
    })
    .execute()
}

interface Renewal {
  /** Absent: the role stays. */
  roleId?: string
  invitedBy: string
  expiresAt: Date
}

/** Extends an invitation; links of earlier mails no longer work. */
export async function renewInvitation(db: Db, invitationId: string, renewal: Renewal, now: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({
      ...(renewal.roleId !== undefined && { role_id: renewal.roleId }),
      invited_by: renewal.invitedBy,
      sent_at: now,
      expires_at: renewal.expiresAt,
    })
    .where('invitation_id', '=', invitationId)
    .execute()
  await replaceLinks(db, invitationId, now)
}

export async function endInvitation(
  db: Db,
  invitationId: string,
  status: 'accepted' | 'withdrawn',
  now: Date,
): Promise<void> {
  await db.updateTable('invitation').set({ status, ended_at: now }).where('invitation_id', '=', invitationId).execute()
}
