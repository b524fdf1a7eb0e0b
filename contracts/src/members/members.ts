import * as z from 'zod/mini'
import { LOCALES, UserDetails } from '../accounts/accounts.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { email, epochSeconds, paging, password, personName, search, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Members of an organization, and people who were invited. */
export const MEMBER_STATUSES = ['active', 'disabled', 'invited'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export const INVITATION_STATUSES = ['invited', 'expired', 'accepted', 'withdrawn'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** How many people one call invites at most; the forms of onboarding offer five. */
export const INVITED_AT_ONCE = 20

/** For how many seconds the link of an invitation works. */
export const INVITATION_SECONDS = 7 * 86_400

const roleName = z.object({ uuid, name: z.string() })

/** A member, or an invited person: the `uuid` is then the invitation's, and there is no name yet. */
export const Member = z.object({
  uuid,
  name: z.string(),
  email: z.string(),
  role: roleName,
  status: z.enum(MEMBER_STATUSES),
  /** For owners: tables do not show their status. */
  is_super: z.boolean(),
  /** When they joined, or were invited. */
  since: epochSeconds,
  /** Only if invited: until when the link works. */
  expires_on: z.nullable(epochSeconds),
})
export type Member = z.infer<typeof Member>

const organization = { organization_uuid: z.optional(uuid) }
const oneOf = z.object({ uuid, ...organization })

export const listMembers = endpoint({
  call: 'GET /authP/user',
  summary: 'Members of an organization and open invitations, with role and status',
  access: { activity: ACTIVITY.users, level: 'read', scope: 'organization' },
  query: z.object({
    ...paging,
    ...organization,
    search,
    uuid: z.optional(uuid),
    status: z.optional(z.enum(MEMBER_STATUSES)),
  }),
  data: z.array(Member),
  paged: true,
})

export const updateMember = endpoint({
  call: 'PUT /authP/user',
  summary: "Change a member's role or status; their tokens for the organization die at once",
  access: { activity: ACTIVITY.users, level: 'update', scope: 'organization' },
  query: oneOf,
  body: z.object({ role_id: z.optional(uuid), status: z.optional(z.enum(['active', 'disabled'])) }),
  data: Member,
})

export const removeMember = endpoint({
  call: 'DELETE /authP/user',
  summary: 'Remove a member from the organization; their account stays',
  access: { activity: ACTIVITY.users, level: 'delete', scope: 'organization' },
  query: oneOf,
})

export const Invitation = z.object({
  uuid,
  email: z.string(),
  /** Null if the role was deleted. */
  role: z.nullable(roleName),
  status: z.enum(INVITATION_STATUSES),
  invited_on: epochSeconds,
  expires_on: epochSeconds,
})
export type Invitation = z.infer<typeof Invitation>

/** One person to be invited. */
export const Invitee = z.object({ email, role_id: uuid })

export const inviteMembers = endpoint({
  call: 'POST /authP/invite',
  summary: 'Invite people into an organization by mail; links in mails never follow base_url',
  access: { activity: ACTIVITY.users, level: 'create', scope: 'organization' },
  body: z.object({
    base_url: z.optional(z.string().check(z.maxLength(2000))),
    org_id: z.optional(uuid),
    ...organization,
    users: z
      .array(Invitee)
      .check(
        z.minLength(1, sentenceKey('members.nobody')),
        z.maxLength(INVITED_AT_ONCE, sentenceKey('members.tooMany')),
      ),
  }),
  data: z.array(
    z.object({
      email: z.string(),
      /** Id of the invitation or of the member. */
      uuid,
      status: z.enum(['invited', 'already_invited', 'already_member']),
    }),
  ),
})

export const listInvitations = endpoint({
  call: 'GET /authP/invite',
  summary: 'Invitations of an organization, the newest first',
  access: { activity: ACTIVITY.users, level: 'read', scope: 'organization' },
  query: z.object({ ...paging, ...organization, search, status: z.optional(z.enum(INVITATION_STATUSES)) }),
  data: z.array(Invitation),
  paged: true,
})

export const withdrawInvitation = endpoint({
  call: 'DELETE /authP/invite',
  summary: 'Withdraw an invitation: its link no longer works',
  access: { activity: ACTIVITY.users, level: 'delete', scope: 'organization' },
  query: oneOf,
})

export const resendInvitation = endpoint({
  call: 'POST /authP/invite-link',
  summary: 'Send the mail of an invitation again, with a new link that works for seven days',
  access: { activity: ACTIVITY.users, level: 'create', scope: 'organization' },
  body: z.object({ uuid, ...organization }),
  message: 'members.resent',
})

/** Any text; one that is not a link of ours is answered as an unknown link. */
const link = z.object({ token: z.string().check(z.maxLength(500)) })

/** Data of an invitation's link; failures return the first two as `data`. */
export const InvitationLink = z.object({
  user_exist: z.boolean(),
  email: z.string(),
  organization_name: z.string(),
  inviter_name: z.string(),
})
export type InvitationLink = z.infer<typeof InvitationLink>

export const readInvitation = endpoint({
  call: 'GET /authP/invite/{token}',
  summary: 'What the link of an invitation leads to',
  access: 'public',
  params: link,
  data: InvitationLink,
})

/** Data that a person without an account enters. */
export const InvitedPerson = z.object({ name: personName, password })

export const acceptInvitation = endpoint({
  call: 'POST /authP/invite/{token}',
  summary:
    'Join by the link of an invitation: with a new account, a password, or the own token; sets the session cookie',
  access: 'public',
  params: link,
  body: z.object({
    name: z.optional(z.string().check(z.maxLength(500))),
    password: z.optional(z.string().check(z.maxLength(500))),
    otp: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    /** Language of the page; a new account keeps it. */
    locale: z.optional(z.enum(LOCALES)),
  }),
  data: UserDetails,
})
