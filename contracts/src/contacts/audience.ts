import { REACH_STATUSES } from './reach.ts'
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { type Channel, CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, paging, search, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { Rules } from '../segments/rules.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { PROMPT_TYPES } from '../web-push/prompts.ts'
import { tagFilter, tagged } from '../tags/tags.ts'

export const ChannelReach = z.object({
  address: z.nullable(z.string()),
  status: z.enum(REACH_STATUSES),
  since: z.nullable(epochSeconds),
  source: z.nullable(z.string()),
})

export const Contact = z.object({
  uuid,
  external_user_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  country: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  platform_type: z.nullable(z.string()),
  device_details: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  timezone_offset: z.nullable(z.int()),
  is_test: z.boolean(),
  created_on: z.nullable(epochSeconds),
  updated_on: z.nullable(epochSeconds),
  /** When the contact was added here; `created_on` and `updated_on` are what the application's own system says. */
  added_on: epochSeconds,
  /** The last day on which the person opened or clicked a message, in the application's time zone; absent if none is known. */
  last_activity_on: z.optional(calendarDay),
  merge_fields: z.record(z.string(), z.unknown()),
  /** Static segments; for a single contact, dynamic ones as well. */
  segments: z.array(z.object({ uuid, name: z.string() })),
  /** Some dynamic segments could not be evaluated in time. */
  has_more_segments: z.optional(z.boolean()),
  channels: z.partialRecord(z.enum(CHANNELS), ChannelReach),
  ...pendingApproval,
})
export type Contact = z.infer<typeof Contact>

export const CONTACT_SORTS = ['email', 'name', 'added_on', 'updated_on', 'last_activity_on'] as const
type ContactSortName = (typeof CONTACT_SORTS)[number]
export type ContactSort = ContactSortName | `-${ContactSortName}`

export const CONTACT_CHANGES = ['added', 'left', 'gained', 'lost'] as const
export const CONTACT_PROMPTS = [...PROMPT_TYPES, 'unknown'] as const
export const DEVICE_LOSSES = ['unsubscribed', 'gone', 'replaced'] as const
export const DEVICE_CHANNELS = ['webpush', 'mobilepush'] as const satisfies readonly Channel[]

/** Filters of the list of contacts, and of its export. */
export const contactFilter = {
  /** Searched in all fields: each word must occur in one of them, a word of one or two letters at the beginning of a word. */
  search,
  segment_uuid: z.optional(uuid),
  /** Whether `channel`, or email without one, can reach the contact; `channel` alone: the contacts that it reaches. */
  reachability: z.optional(ChannelReach.shape.status),
  channel: z.optional(z.enum(CHANNELS)),
  is_test: z.optional(z.enum(['true', 'false'])),
  /** Contacts with a browser (webpush) or phone (mobilepush) that takes notifications; with `change`, that was gained or lost. */
  device: z.optional(z.enum(DEVICE_CHANNELS)),
  /** The prompt by which the browser subscribed. */
  prompt: z.optional(z.enum(CONTACT_PROMPTS)),
  /** What happened: the contact was added, left a channel, or a device of the contact was gained or lost. */
  change: z.optional(z.enum(CONTACT_CHANGES)),
  /** Why the device was lost. */
  lost_by: z.optional(z.enum(DEVICE_LOSSES)),
  /** The first and the last day on which it happened, in the application's time zone. */
  change_from: z.optional(calendarDay),
  change_to: z.optional(calendarDay),
}

export const listContacts = endpoint({
  call: 'GET /api/audience',
  summary: 'Contacts of the application',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  query: z.object({
    ...paging,
    ...contactFilter,
    /** Contacts without a value come last in both orders. */
    sort: z.optional(z.enum(CONTACT_SORTS.flatMap((name): ContactSort[] => [name, `-${name}`]))),
  }),
  data: z.array(Contact),
  paged: true,
})

export const readContact = endpoint({
  call: 'GET /api/audience/{uuid}',
  summary: 'One contact with channels, segments and merge fields',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  params: z.object({ uuid }),
  data: Contact,
})

/** Objects whose texts or rules name a merge field. */
export const FieldUse = z.object({
  segments: z.array(z.object({ uuid, name: z.string() })),
  templates: z.array(z.object({ uuid, name: z.string() })),
  /** Drafts, and campaigns that will still send. */
  campaigns: z.array(z.object({ uuid, name: z.string() })),
  /** Sign-up forms that ask for the field. */
  forms: z.array(z.object({ uuid, name: z.string() })),
})
export type FieldUse = z.infer<typeof FieldUse>

export const MergeField = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'date']),
  /** How many of all contacts have a value. */
  filled: z.int(),
  sample: z.nullable(z.string()),
  /** One of our own columns, not a column of an import. */
  built_in: z.boolean(),
  /** Its values are being moved to `into`, or deleted if that is null, in the background; afterwards the field is gone. */
  change: z.optional(z.object({ into: z.nullable(z.string()), done: z.int(), total: z.int() })),
  /** Where it is used, if that was requested; absent for our own columns. */
  uses: z.optional(FieldUse),
})
export type MergeField = z.infer<typeof MergeField>

export const listMergeFields = endpoint({
  call: 'GET /api/audience/merge-fields',
  summary: 'Fields that templates may name, with fill rate and a sample, on demand with what names each merge field',
  // Rules of segments name fields; samples are values of contacts, so they require the right to read contacts.
  access: {
    activity: ACTIVITY.audience,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.segmentation, level: 'read' },
  },
  query: z.object({ uses: z.optional(z.enum(['0', '1'])) }),
  data: z.array(MergeField),
})

export const Segment = z.object({
  uuid,
  name: z.string(),
  kind: z.enum(['static', 'dynamic']),
  /** For a dynamic segment in a list: the last known count. */
  count: z.int(),
  /** Counting took too long, so the count is the database's estimate. */
  estimated: z.optional(z.boolean()),
  created_on: epochSeconds,
  updated_on: epochSeconds,
  ...tagged,
  ...pendingApproval,
})
export type Segment = z.infer<typeof Segment>

/** One segment: its count is exact, and its rules are included; null for a static one. */
export const SegmentDetails = z.extend(Segment, { rules: z.nullable(Rules) })
export type SegmentDetails = z.infer<typeof SegmentDetails>

const mayReadSegments = { activity: ACTIVITY.segmentation, level: 'read', scope: 'application' } as const
const SEGMENT = '/api/audience/segment'

const segmentQuery = {
  ...paging,
  search,
  ...tagFilter,
  sort: z.optional(z.enum(['name', '-name', 'count', '-count', 'updated_on', '-updated_on'])),
}

export const listSegments = endpoint({
  call: `GET ${SEGMENT}`,
  summary: 'Segments of the application',
  access: mayReadSegments,
  query: z.object(segmentQuery),
  data: z.array(Segment),
  paged: true,
})

export const readSegment = endpoint({
  call: `GET ${SEGMENT}`,
  summary: 'One segment',
  access: mayReadSegments,
  query: z.object({ segment_uuid: uuid }),
  data: SegmentDetails,
})

/** The two calls above share one path, which the server serves with this declaration. */
export const readSegments = endpoint({
  call: `GET ${SEGMENT}`,
  summary: 'Segments of the application; with segment_uuid that one',
  access: mayReadSegments,
  query: z.object({ ...segmentQuery, segment_uuid: z.optional(uuid) }),
  data: z.union([z.array(Segment), SegmentDetails]),
})

export const segmentName = text(50)
export const segmentContacts = z.array(uuid).check(z.maxLength(10_000, sentenceKey('fields.contactsAtOnce')))

/** A static segment with `contact_uuids`, or a dynamic one with `rules`; exactly one of them. */
export const createSegment = endpoint({
  call: 'POST /api/audience/segment',
  summary: 'Create a segment, of chosen contacts or by rules',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  held: true,
  status: 201,
  body: z.object({
    segment_name: segmentName,
    contact_uuids: z.optional(segmentContacts),
    rules: z.optional(Rules),
    ...reopening,
  }),
  data: z.object({ segment_uuid: uuid }),
})

export const updateSegment = endpoint({
  call: 'PUT /api/audience/segment',
  summary: 'Rename a segment, or replace its chosen contacts or its rules',
  access: { activity: ACTIVITY.segmentation, level: 'update', scope: 'application' },
  held: true,
  query: z.object({ segment_uuid: uuid }),
  body: z.object({
    segment_name: z.optional(segmentName),
    contact_uuids: z.optional(segmentContacts),
    rules: z.optional(Rules),
    ...reopening,
  }),
  data: z.object({ segment_uuid: uuid }),
})

export const deleteSegment = endpoint({
  call: 'DELETE /api/audience/segment',
  summary:
    'Delete a segment, never its contacts; 409 with SegmentUse in `data` while a scheduled campaign or another segment uses it',
  access: { activity: ACTIVITY.segmentation, level: 'delete', scope: 'application' },
  held: true,
  query: z.object({ segment_uuid: uuid, ...reopening }),
})
