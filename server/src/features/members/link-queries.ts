/** SQL of the links of invitations. */
import type { Db } from '../../db/schema/tables.ts'

/** Stores a link and makes it the only valid one of the invitation. */
export async function insertLink(db: Db, invitationId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await replaceLinks(tx, invitationId, now)
    await tx
      .insertInto('invitation_link')
      .values({ token_hash: tokenHash, invitation_id: invitationId, created_at: now })
      .execute()
  })
}

/** Invalidates links of earlier mails. */
export async function replaceLinks(db: Db, invitationId: string, now: Date): Promise<void> {
  await db
    .updateTable('invitation_link')
    .set({ replaced_at: now })
    .where('invitation_id', '=', invitationId)
    .where('replaced_at', 'is', null)
    .execute()
}

/** The values of the mail, in the recipient's language if they have an account, else the inviter's. */
export function selectForMail(db: Db, invitationId: string) {
  return db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.organization_id', 'invitation.organization_id')
    .leftJoin('account as inviter', 'inviter.account_id', 'invitation.invited_by')
    .leftJoin('account as reader', 'reader.email_key', 'invitation.email_key')
    .where(eb => eb.and({ 'invitation.invitation_id': invitationId, 'invitation.status': 'invited' }))
    .where('organization.deleted_at', 'is', null)
    .select(eb => [
      'invitation.email',
      'invitation.expires_at',
      'organization.name as organization_name',
      'inviter.name as inviter_name',
      eb.fn.coalesce('reader.locale', 'inviter.locale').as('locale'),
    ])
    .executeTakeFirst()
}

/** The invitation of a link, in any state. */
export function selectByLink(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('invitation_link')
    .innerJoin('invitation', 'invitation.invitation_id', 'invitation_link.invitation_id')
    .innerJoin('organization', 'organization.organization_id', 'invitation.organization_id')
    .leftJoin('role', 'role.role_id', 'invitation.role_id')
    .leftJoin('account as inviter', 'inviter.account_id', 'invitation.invited_by')
    .where('invitation_link.token_hash', '=', tokenHash)
    .select([
      'invitation.invitation_id',
      'invitation.organization_id',
      'invitation.email',
      'invitation.email_key',
      'invitation.status',
      'invitation.expires_at',
      'invitation.invited_by',
      'invitation_link.replaced_at',
      'organization.name as organization_name',
      'organization.deleted_at as organization_deleted_at',
      'role.role_id',
      'role.name as role_name',
      'role.permission_set',
      'inviter.name as inviter_name',
    ])
    .executeTakeFirst()
}
export type LinkedInvitation = NonNullable<Awaited<ReturnType<typeof selectByLink>>>
