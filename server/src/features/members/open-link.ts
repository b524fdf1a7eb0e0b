/** Whether the link of an invitation is still valid. */
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { hashToken } from '../../lib/secrets.ts'
import { findAccountByEmail } from '../accounts/accounts.ts'
import { membershipsOf } from '../organizations/organizations.ts'
import { requireGrantable } from '../roles/roles.ts'
import { selectByLink, type LinkedInvitation } from './link-queries.ts'

export interface OpenInvitation {
  invitation: LinkedInvitation
  /** Whether the invited address has an account. */
  isKnown: boolean
}

/**
 * Returns the invitation of a link. Throws notFound for an unknown link, inviteAccepted, inviteWithdrawn, inviteExpired, and differentUser
 * if another person is signed in; all but the first with `user_exist` and `email` as data.
 */
export async function openLink(
  db: Db,
  token: string,
  now: Date,
  signedIn: { accountId: string } | null = null,
): Promise<OpenInvitation> {
  const invitation = await requireLink(db, token)
  const account = await findAccountByEmail(db, invitation.email)
  const isKnown = account !== null
  try {
    await requireOpen(db, invitation, now)
    if (signedIn !== null && signedIn.accountId !== account?.accountId) throw new AppError('differentUser')
  } catch (error) {
    throw withInvitation(error, invitation, isKnown)
  }
  return { invitation, isKnown }
}

/** Returns the invitation of a link, in any state. Throws notFound. */
export async function requireLink(db: Db, token: string): Promise<LinkedInvitation> {
  return orNotFound(await selectByLink(db, hashToken(token)))
}

async function requireOpen(db: Db, invitation: LinkedInvitation, now: Date): Promise<void> {
  if (invitation.status === 'accepted') throw new AppError('inviteAccepted')
  const isGone = invitation.organization_deleted_at !== null || invitation.role_id === null
  if (invitation.status === 'withdrawn' || isGone) throw new AppError('inviteWithdrawn')
  if (invitation.replaced_at !== null || invitation.expires_at <= now) throw new AppError('inviteExpired')
  await requireInviter(db, invitation)
}

/** An invitation grants no more than its sender may grant on the day of its acceptance. */
async function requireInviter(db: Db, invitation: LinkedInvitation): Promise<void> {
  const { invited_by: inviter, organization_id: organizationId, role_id: roleId, permission_set: set } = invitation
  const memberships = inviter === null ? [] : await membershipsOf(db, inviter)
  const own = memberships.find(each => each.organizationId === organizationId)
  const mayInvite = (own?.levels.get(ACTIVITY.users)?.level ?? LEVEL.none) >= LEVEL.create
  if (own === undefined || !mayInvite || roleId === null) throw new AppError('inviteWithdrawn')
  try {
    requireGrantable(own, { role_id: roleId, permission_set: set })
  } catch {
    throw new AppError('inviteWithdrawn')
  }
}

/** Adds the invited address to the error, since the page shows it in every case. */
export function withInvitation(error: unknown, { email }: LinkedInvitation, isKnown: boolean): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.error, {
    ...error.sentence,
    ...(error.errors && { errors: error.errors }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    data: { user_exist: isKnown, email },
    cause: error,
  })
}
