/** Calls on one contact, on selected contacts and on exports. The list and the reading of one contact are in audience.ts. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS } from '../applications/applications.ts'
import { SignUpProof } from '../consent/consent.ts'
import { contactFilter } from './audience.ts'
import { TRAIL_KINDS } from '../runs/deliveries.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, isUuid, maxCharacters, paging, uuid } from '../fields.ts'
import { reopening } from '../approvals/holding.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.audience, level, scope: 'application' }) as const

const ONE = '/api/audience/{uuid}'

/** Our own columns that a person may fill in, in the order of the form. */
export const CONTACT_COLUMNS = [
  'email',
  'external_user_id',
  'phone_number',
  'country',
  'lang',
  'timezone',
  'timezone_offset',
  'latitude',
  'longitude',
  'platform_type',
  'device_details',
  'is_test',
  'created_on',
  'updated_on',
] as const
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

/** Longest value of a field, in characters. */
export const CONTACT_VALUE_MAX = 10_000
/** Limit for all merge fields of one contact, in bytes of JSON with names: lists, exports and batches read many contacts. */
export const MERGE_FIELDS_MAX_BYTES = 65_536

/** A value as in an import; null or an empty text removes the value. */
const value = z.nullable(z.union([z.string().check(maxCharacters(CONTACT_VALUE_MAX)), z.number(), z.boolean()]))
export type ContactValue = z.infer<typeof value>

/** Absent fields stay as they are. Each value is validated as in an import: addresses, codes, times in seconds or ISO 8601. */
export const contactFields = {
  ...(Object.fromEntries(CONTACT_COLUMNS.map(name => [name, z.optional(value)])) as Record<
    ContactColumn,
    z.ZodMiniOptional<typeof value>
  >),
  merge_fields: z.optional(z.record(z.string(), value)),
}

export const createContact = endpoint({
  call: 'POST /api/audience',
  summary: 'Add a contact; 409 when its email or external id belongs to another one',
  access: may('create'),
  held: true,
  status: 201,
  body: z.object({ ...contactFields, ...reopening }),
  data: z.object({ uuid }),
})

export const updateContact = endpoint({
  call: `PUT ${ONE}`,
  summary: 'Change fields of a contact; 409 when its email or external id belongs to another one',
  access: may('update'),
  held: true,
  params: z.object({ uuid }),
  body: z.object({ ...contactFields, ...reopening }),
  data: z.object({ uuid }),
})

/** `data` of the 409 of the two calls above: the contact that already has the value. */
export const ContactTaken = z.object({
  field: z.enum(['email', 'external_user_id']),
  contact: z.object({ uuid, name: z.string() }),
})
export type ContactTaken = z.infer<typeof ContactTaken>

export const deleteContact = endpoint({
  call: `DELETE ${ONE}`,
  summary: 'Delete a contact; what was sent to it stays in the reports, and an unsubscribe stays with its address',
  access: may('delete'),
  held: true,
  params: z.object({ uuid }),
  query: z.object(reopening),
})

export const eraseContact = endpoint({
  call: `POST ${ONE}/erase`,
  summary: 'Erase a person: the contact and everything personal in what was sent to it; counts stay',
  access: may('delete'),
  held: true,
  params: z.object({ uuid }),
  body: z.object(reopening),
})

const channel = z.enum(CHANNELS)

/** All data about one person. Times are ISO 8601. */
export const PersonExport = z.object({
  exported_on: z.string(),
  contact: z.record(z.string(), z.unknown()),
  merge_fields: z.record(z.string(), z.unknown()),
  segments: z.array(z.object({ uuid, name: z.string() })),
  consents: z.array(z.object({ channel: z.string(), status: z.string(), source: z.string(), since: z.string() })),
  /** What the person consented to with sign-up forms. */
  sign_ups: z.array(SignUpProof),
  suppressions: z.array(
    z.object({ channel: z.string(), address: z.string(), reason: z.string(), created_on: z.string() }),
  ),
  /** Events of the person that the application's programs sent, newest first. */
  events: z.array(z.object({ name: z.string(), at: z.string(), properties: z.record(z.string(), z.unknown()) })),
  /** Single messages that programs sent, with the values for their merge fields. */
  messages: z.array(
    z.object({
      id: uuid,
      /** The first of its entries in `deliveries`. */
      delivery: z.string(),
      tags: z.array(z.string()),
      metadata: z.record(z.string(), z.unknown()),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  deliveries: z.array(
    z.object({
      uuid: z.string(),
      channel: z.string(),
      campaign: z.string(),
      address: z.string(),
      state: z.string(),
      reason: z.nullable(z.string()),
      attempts: z.int(),
      sent_on: z.nullable(z.string()),
      events: z.array(
        z.object({ kind: z.string(), at: z.string(), source: z.string(), detail: z.nullable(z.unknown()) }),
      ),
    }),
  ),
})
export type PersonExport = z.infer<typeof PersonExport>

export const exportContact = endpoint({
  call: `POST ${ONE}/export`,
  summary: 'Everything that is kept about a person',
  access: may('read'),
  params: z.object({ uuid }),
  data: PersonExport,
})

export const TIMELINE_KINDS = ['added', 'signed_up', ...TRAIL_KINDS] as const

export const TimelineEntry = z.object({
  uuid: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: epochSeconds,
  source: z.enum(['us', 'provider', 'recipient']),
  /** Its run; null for the creation of the contact and for sign-ups. A run without a campaign is a stream of single messages. */
  run: z.nullable(
    z.object({
      run_uuid: uuid,
      campaign_uuid: z.nullable(uuid),
      name: z.string(),
      channel,
      delivery_uuid: z.string(),
    }),
  ),
  /** The values that `text` is made of. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
  text_sentence: sentenceData,
  bot: z.boolean(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const readTimeline = endpoint({
  call: `GET ${ONE}/timeline`,
  summary: 'What was sent to a contact and what came of it, newest first',
  access: may('read'),
  params: z.object({ uuid }),
  query: z.object(paging),
  data: z.array(TimelineEntry),
  paged: true,
})

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
/** The most ids that fit into a URL. */
export const EXPORT_CHOSEN_MAX = 200

const uuids = z.string().check(
  z.maxLength(EXPORT_CHOSEN_MAX * 37, sentenceKey('contacts.exportMax')),
  z.refine(ids => ids.split(',').every(isUuid), sentenceKey('contacts.exportIds')),
)

export const exportContacts = endpoint({
  call: 'GET /api/audience/export',
  summary: 'Contacts of a segment, of a filtered list or chosen ones, with all their fields, as a file',
  access: may('read'),
  query: z.object({ ...contactFilter, format: z._default(z.enum(EXPORT_FORMATS), 'csv'), uuids: z.optional(uuids) }),
  raw: { types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] },
})
