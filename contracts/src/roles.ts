import * as z from 'zod/mini'
import { ACTIVITY } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { paging, search, uuid } from './fields.ts'

/** What happens to a maker's request that nobody decides in time, as the wire numbers it. */
export const SLA_OPTIONS = { reject: 1, approve: 2, raise: 3 } as const

export const Role = z.object({
  uuid,
  name: z.string(),
  /** Approvers of group 1 are asked first, those of group 2 after a raise. */
  group: z.union([z.literal(1), z.literal(2)]),
  slaOptions: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Minutes. */
  slaDuration: z.int(),
  /** `[level, approve]` per activity id; an absent one grants nothing. */
  permission_set: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** One of the four that every organization has; they cannot be changed. */
  is_default: z.boolean(),
  /** How many members of the organization have it. */
  members: z.int(),
})
export type Role = z.infer<typeof Role>

export const listRoles = endpoint({
  method: 'GET',
  path: '/authP/role',
  summary: 'The roles of an organization; for a user without one those that every organization starts with',
  access: { activity: ACTIVITY.roles, level: 'read', scope: 'organization' },
  query: z.object({ ...paging, search, uuid: z.optional(uuid), organization_uuid: z.optional(uuid) }),
  data: z.array(Role),
  paged: true,
})
