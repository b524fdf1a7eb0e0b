import * as z from 'zod/mini'
import { ACTIVITY, ACTIVITY_IDS } from './activities.ts'
import { endpoint } from '../endpoint.ts'
import { paging, search, text, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** What happens to a request that is not decided in time, as the API numbers it. */
export const SLA_OPTIONS = { reject: 1, approve: 2, raise: 3 } as const

/** Limits of the approvers' time, in minutes. */
export const SLA_MINUTES = { least: 15, most: 2880, step: 15 } as const

/** The roles that every organization has, with the same ids everywhere. */
export const DEFAULT_ROLE_IDS = {
  owner: '00000000-0000-7000-8000-000000000001',
  admin: '00000000-0000-7000-8000-000000000002',
  creator: '00000000-0000-7000-8000-000000000003',
  validator: '00000000-0000-7000-8000-000000000004',
} as const

const group = z.union([z.literal(1), z.literal(2)], sentenceKey('roles.group'))
const slaOptions = z.union([z.literal(1), z.literal(2), z.literal(3)], sentenceKey('roles.slaOptions'))

export const Role = z.object({
  uuid,
  name: z.string(),
  /** Approvers of group 1 are notified first, those of group 2 after an escalation. */
  group: z.union([z.literal(1), z.literal(2)]),
  slaOptions: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Minutes. */
  slaDuration: z.int(),
  /** `[level, approve]` per activity id; an absent one grants nothing. */
  permission_set: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** One of the four roles that every organization has; they cannot be changed. */
  is_default: z.boolean(),
  /** How many members of the organization have it. */
  members: z.int(),
})
export type Role = z.infer<typeof Role>

export const listRoles = endpoint({
  call: 'GET /authP/role',
  summary:
    'The roles of an organization, to those who only invite people the ones that they may give; without an organization the default ones',
  access: {
    activity: ACTIVITY.roles,
    level: 'read',
    scope: 'organization',
    or: { activity: ACTIVITY.users, level: 'create' },
  },
  query: z.object({ ...paging, search, uuid: z.optional(uuid), organization_uuid: z.optional(uuid) }),
  data: z.array(Role),
  paged: true,
})

const SLA_SENTENCE = sentenceKey('roles.slaDuration')
const PERMISSION_SENTENCE = sentenceKey('roles.permissionSet')

const activityKey = z
  .string()
  .check(z.refine(key => ACTIVITY_IDS.some(id => String(id) === key), sentenceKey('roles.activity')))

const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)], PERMISSION_SENTENCE)
const approve = z.union([z.literal(0), z.literal(1)], PERMISSION_SENTENCE)

export const roleBody = z.object({
  name: text(50).check(z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.oneLine'))),
  group,
  slaOptions,
  slaDuration: z._default(
    z
      .int(SLA_SENTENCE)
      .check(
        z.minimum(SLA_MINUTES.least, SLA_SENTENCE),
        z.maximum(SLA_MINUTES.most, SLA_SENTENCE),
        z.multipleOf(SLA_MINUTES.step, SLA_SENTENCE),
      ),
    SLA_MINUTES.least,
  ),
  /** A level for which an activity has no cell counts as the highest cell below it. */
  permission_set: z.record(activityKey, z.tuple([level, approve], PERMISSION_SENTENCE), PERMISSION_SENTENCE),
  organization_uuid: z.optional(uuid),
})

/** A role is changed and deleted in the organization that it belongs to, whatever organization the token names. */
const oneRole = z.object({ uuid, organization_uuid: z.optional(uuid) })

export const createRole = endpoint({
  call: 'POST /authP/role',
  summary: 'Create a role; nobody grants what they do not have',
  access: { activity: ACTIVITY.roles, level: 'create', scope: 'organization' },
  status: 201,
  body: roleBody,
  data: Role,
})

export const updateRole = endpoint({
  call: 'PUT /authP/role',
  summary: 'Change a role; takes effect on its members at once',
  access: { activity: ACTIVITY.roles, level: 'update', scope: 'organization' },
  query: oneRole,
  body: roleBody,
  data: Role,
})

export const deleteRole = endpoint({
  call: 'DELETE /authP/role',
  summary: 'Delete a role that nobody has; otherwise 409 with the number of members and open invitations',
  access: { activity: ACTIVITY.roles, level: 'delete', scope: 'organization' },
  query: oneRole,
  message: 'roles.deleted',
})

/** Why a role cannot be deleted: `data` of the 409. */
export interface RoleUse {
  members: number
  invitations: number
}

/** A member who can grant rights in an organization. */
export const Granter = z.object({ name: z.string(), email: z.string(), role: z.object({ uuid, name: z.string() }) })
export type Granter = z.infer<typeof Granter>

export const listGranters = endpoint({
  call: 'GET /authP/role/granters',
  summary: "Owners and Admins of the caller's organization, at most five: whom to ask for a right",
  access: 'user',
  query: z.object({ organization_uuid: z.optional(uuid) }),
  data: z.array(Granter),
})
