/** The page of an invitation's link, and joining with it. */
import type { Locale, UserDetails } from '@notifly/contracts/accounts/accounts'
import { InvitedPerson, type InvitationLink } from '@notifly/contracts/members/members'
import { type Issue, sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller, Origin } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { Http } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import {
  checkPassword,
  createAccount,
  enterApplication,
  finishSignIn,
  markEmailVerified,
  refuseCommonPassword,
} from '../accounts/accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { endInvitation } from './invitation-queries.ts'
import { openLink, requireLink, withInvitation } from './open-link.ts'
import { insertMember, lockOrganization, selectFirstApplication, selectMember } from './queries.ts'

/** The person who opened the invitation, with what they typed. */
export interface Visitor {
  /** Signed in, if so. */
  caller: Caller | null
  name?: string | undefined
  password?: string | undefined
  otp?: string | undefined
  locale: Locale
  origin: Origin
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Returns what the page of an invitation shows. Throws notFound for an unknown link, inviteAccepted, inviteWithdrawn, inviteExpired, and
 * differentUser if another person is signed in; each with `user_exist` and `email` as data.
 */
export async function previewInvitation(deps: Deps, token: string, caller: Caller | null): Promise<InvitationLink> {
  const { invitation, isKnown } = await openLink(deps.database.kysely, token, deps.clock.now(), caller)
  return {
    user_exist: isKnown,
    email: invitation.email,
    organization_name: invitation.organization_name,
    inviter_name: invitation.inviter_name ?? '',
  }
}

/**
 * Joins the organization: with a new account (name and password), with the password of the address's existing account, or with the caller's
 * token. Returns the user in the organization's first application. Throws like `previewInvitation` and like signing in.
 */
export async function acceptInvitation(http: Http, deps: Deps, token: string, visitor: Visitor): Promise<UserDetails> {
  const { invitation, isKnown } = await openLink(deps.database.kysely, token, deps.clock.now(), visitor.caller)
  try {
    if (visitor.caller !== null) return await joinSignedIn(deps, token, visitor.caller)
    return await (isKnown
      ? joinByPassword(http, deps, token, invitation.email, visitor)
      : joinAsNew(http, deps, token, visitor))
  } catch (error) {
    throw withInvitation(error, invitation, isKnown)
  }
}

/** The link proves ownership of the address, which a signed-in person may not have proved yet. */
async function joinSignedIn(deps: Deps, token: string, caller: Caller): Promise<UserDetails> {
  const { applicationId } = await deps.database.kysely.transaction().execute(async tx => {
    if (!caller.emailVerified) await markEmailVerified(tx, deps.clock, caller.accountId)
    return join(deps, tx, token, caller)
  })
  return enterApplication(deps, caller, applicationId)
}

async function joinByPassword(
  http: Http,
  deps: Deps,
  token: string,
  email: string,
  visitor: Visitor,
): Promise<UserDetails> {
  const { password, otp, origin, request, reply } = visitor
  if (password === undefined || password === '') throw invalidField('password', sentence('fields.required'))
  const accountId = await checkPassword(deps, { email, password, request })
  // A person with both the link and the password owns both.
  await markEmailVerified(deps.database.kysely, deps.clock, accountId)
  // Signed in first, so that joining takes the second factor too.
  const user = await finishSignIn(http, deps, { accountId, otp, request, reply })
  const identity = await http.callers.authenticate(user.token)
  if (identity === null) throw new AppError('unauthorized')
  const caller = { ...identity, origin }
  const { applicationId } = await deps.database.kysely.transaction().execute(tx => join(deps, tx, token, caller))
  return enterApplication(deps, caller, applicationId)
}

async function joinAsNew(http: Http, deps: Deps, token: string, visitor: Visitor): Promise<UserDetails> {
  const { request, reply, locale } = visitor
  const given = InvitedPerson.safeParse({ name: visitor.name ?? '', password: visitor.password ?? '' })
  if (!given.success) throw refused(given.error.issues)
  await refuseCommonPassword('password', given.data.password)
  const { accountId, applicationId } = await deps.database.kysely.transaction().execute(async tx => {
    const { invitation } = await openLink(tx, token, deps.clock.now())
    const person = { ...given.data, email: invitation.email }
    const accountId = await createAccount(tx, deps, { ...person, locale, isVerified: true })
    // A person signed up with this address in the meantime; the next answer says so.
    if (accountId === null) throw new AppError('conflict', sentence('members.known'))
    return { accountId, ...(await join(deps, tx, token, { ...person, accountId, origin: visitor.origin })) }
  })
  return finishSignIn(http, deps, { accountId, applicationId, request, reply })
}

interface Joining {
  accountId: string
  name: string
  email: string
  origin: Origin
}

/** Makes a person a member while the organization's members are locked, after checking the invitation again. */
async function join(deps: Deps, tx: Db, token: string, person: Joining): Promise<{ applicationId: string | null }> {
  const now = deps.clock.now()
  const { organization_id: organizationId } = await requireLink(tx, token)
  await lockOrganization(tx, organizationId)
  const { invitation } = await openLink(tx, token, now)
  const key = { organizationId, accountId: person.accountId }
  if (!(await insertMember(tx, key, invitation.role_id ?? '', now))) await requireActive(tx, key)
  await endInvitation(tx, invitation.invitation_id, 'accepted', now)
  const { accountId, name, email, origin } = person
  await recordAudit(
    tx,
    {
      organizationId,
      applicationId: null,
      actor: { accountId, name, email },
      origin,
      action: 'invite.accept',
      object: { type: 'invitation', id: invitation.invitation_id, name: invitation.email },
      after: { role: invitation.role_name },
    },
    now,
  )
  return { applicationId: await selectFirstApplication(tx, organizationId) }
}

/** An invitation does not reactivate a disabled member. */
async function requireActive(tx: Db, key: { organizationId: string; accountId: string }): Promise<void> {
  const member = await selectMember(tx, key)
  if (member?.status !== 'active') throw new AppError('inviteWithdrawn')
}

function refused(issues: readonly Issue[]): AppError {
  const errors = issues.map(issue => ({ field: issue.path.join('.'), ...sentenceOfIssue(issue) }))
  return new AppError('invalidInput', {
    errors: errors.filter((each, at) => errors.findIndex(other => other.field === each.field) === at),
  })
}
