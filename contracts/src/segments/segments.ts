/** Calls around segments: counts for rules, uses of a segment, copies. Creating, reading and deleting are in audience.ts. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, text, uuid } from '../fields.ts'
import { reopening } from '../approvals/holding.ts'
import { RULE_VALUE_MAX } from './comparisons.ts'
import { Rules } from './rules.ts'

const mayRead = { activity: ACTIVITY.segmentation, level: 'read', scope: 'application' } as const

/** A member as a sample shows it. */
export const SampledMember = z.object({
  uuid,
  email: z.nullable(z.string()),
  external_user_id: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
})
export type SampledMember = z.infer<typeof SampledMember>

export const SegmentCount = z.object({
  count: z.int(),
  /** Counting took too long: the count is the database's estimate. */
  estimated: z.boolean(),
  /** All contacts of the application. */
  contacts: z.int(),
  /** Up to ten members, the same ones for the same rules and contacts. */
  sample: z.array(SampledMember),
})
export type SegmentCount = z.infer<typeof SegmentCount>

export const countSegment = endpoint({
  call: 'POST /api/audience/segment/count',
  summary: 'How many contacts these rules choose, with a sample of them',
  access: mayRead,
  body: z.object({
    rules: Rules,
    /** The segment that is being edited: rules that would refer back to it are already refused here. */
    segment_uuid: z.optional(uuid),
  }),
  data: SegmentCount,
})

export const SegmentReach = z.object({
  /** By channel; null if it could not be determined in time. */
  channels: z.record(
    z.enum(CHANNELS),
    z.nullable(
      z.object({
        /** Contacts that would get a message now. */
        reachable: z.int(),
        /** The other contacts by reason, as in estimates of campaigns. */
        skipped: z.record(z.string(), z.int()),
      }),
    ),
  ),
})
export type SegmentReach = z.infer<typeof SegmentReach>

export const reachOfRules = endpoint({
  call: 'POST /api/audience/segment/reach',
  summary: 'How many of those whom these rules choose each channel reaches now, and why it does not reach the others',
  access: mayRead,
  body: z.object({ rules: Rules }),
  data: SegmentReach,
})

export const SegmentValues = z.object({
  /** Most frequent first; case is ignored, and one of the spellings is returned. Countries are codes. */
  values: z.array(z.object({ value: z.string(), contacts: z.int() })),
  /** There are many contacts: the numbers are estimated from a sample, which may lack rare values. */
  estimated: z.boolean(),
})
export type SegmentValues = z.infer<typeof SegmentValues>

export const SEGMENT_VALUES_MAX = 20

export const listSegmentValues = endpoint({
  call: 'GET /api/audience/segment/values',
  summary: 'Up to 20 values that contacts have in a text field, for rules; none where finding them would take long',
  access: {
    activity: ACTIVITY.audience,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.segmentation, level: 'read' },
  },
  query: z.object({
    /** A column of RULE_ATTRIBUTES that holds text, or a merge field. */
    field: text(RULE_VALUE_MAX),
    /** Only values that start with this; countries also by their names. Addresses and ids are listed only for such a start. */
    prefix: z.optional(z.string().check(maxCharacters(RULE_VALUE_MAX))),
  }),
  data: SegmentValues,
})

const UsingCampaign = z.object({ uuid, name: z.string(), platform: z.enum(CHANNELS) })

/** Uses of a segment; also `data` of the 409 of `deleteSegment`. */
export const SegmentUse = z.object({
  /** Campaigns that will still send to it, or exclude it. They prevent its deletion. */
  campaigns: z.array(UsingCampaign),
  /** Drafts that name it; they do not prevent its deletion. */
  drafts: z.array(UsingCampaign),
  /** Segments whose rules name it. They prevent its deletion. */
  segments: z.array(z.object({ uuid, name: z.string() })),
  /** Sign-up forms that add people to it. They prevent its deletion. */
  forms: z.array(z.object({ uuid, name: z.string() })),
})
export type SegmentUse = z.infer<typeof SegmentUse>

export const readSegmentUse = endpoint({
  call: 'GET /api/audience/segment/uses',
  summary: 'Campaigns, drafts, segments and sign-up forms that use a segment',
  access: mayRead,
  query: z.object({ segment_uuid: uuid }),
  data: SegmentUse,
})

export const duplicateSegment = endpoint({
  call: 'POST /api/audience/segment/duplicate',
  summary: 'Copy a segment with its rules or its contacts',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  held: true,
  status: 201,
  body: z.object({
    segment_uuid: uuid,
    /** "X copy" by default. */
    segment_name: z.optional(text(50)),
    ...reopening,
  }),
  data: z.object({ segment_uuid: uuid }),
})
