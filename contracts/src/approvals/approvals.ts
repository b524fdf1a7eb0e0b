import * as z from 'zod/mini'
import { ACTIVITY, type ActivityId } from '../roles/activities.ts'
import type { AuditAction } from '../audit/audit.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** The state of a request, as the wire numbers it. */
export const APPROVAL_STATUS = { pending: 0, approved: 1, rejected: 2, withdrawn: 3 } as const

/** Names that requests use for the modules under approval. */
export const MODULE_NAMES: Partial<Record<ActivityId, string>> = {
  [ACTIVITY.templateEmail]: 'Template Email',
  [ACTIVITY.templateWhatsapp]: 'Template Whatsapp',
  [ACTIVITY.segmentation]: 'Audience Segmentation',
  [ACTIVITY.audience]: 'Audience',
  [ACTIVITY.platformEmail]: 'Platform Configurations Email',
  [ACTIVITY.platformSms]: 'Platform Configurations SMS',
  [ACTIVITY.platformWhatsapp]: 'Platform Configurations Whatsapp',
  [ACTIVITY.platformWebpush]: 'Platform Configurations Web Push',
  [ACTIVITY.campaignEmail]: 'Campaigns Email',
  [ACTIVITY.campaignWhatsapp]: 'Campaigns Whatsapp',
  [ACTIVITY.campaignWebpush]: 'Campaigns Webpush',
  [ACTIVITY.keys]: 'Keys and Integration',
}

/** Every write that can be held, by the name of its act in the audit trail. */
export const HELD_COMMANDS = [
  'template.create',
  'template.update',
  'template.restore',
  'template.delete',
  'whatsapp-template.create',
  'whatsapp-template.update',
  'whatsapp-template.delete',
  'contact.create',
  'contact.update',
  'contact.delete',
  'contact.bulk-delete',
  'contact.bulk-unsubscribe',
  'contact.erase',
  'contact.bulk-update',
  'consent.resubscribe',
  'suppression.delete',
  'sign-up-form.create',
  'sign-up-form.update',
  'sign-up-form.delete',
  'segment.create',
  'segment.update',
  'segment.duplicate',
  'segment.delete',
  'segment.add',
  'segment.remove',
  'merge-field.rename',
  'merge-field.merge',
  'merge-field.delete',
  'import.insert',
  'channel.create',
  'channel.update',
  'channel.delete',
  'prices.update',
  'site.create',
  'site.update',
  'site.delete',
  'prompts.update',
  'safari.create',
  'safari.update',
  'safari.delete',
  'campaign.launch',
  'campaign.update',
  'campaign.resume',
  'key.create',
  'key.update',
  'key.revoke',
] as const satisfies readonly AuditAction[]
export type HeldCommand = (typeof HELD_COMMANDS)[number]

const person = z.object({ uuid, name: z.string() })
const values = z.record(z.string(), z.unknown())

export const Approval = z.object({
  uuid,
  activity_id: z.int(),
  module: z.string(),
  /** Name of the command that waits. */
  command: z.enum(HELD_COMMANDS),
  /** Name of the object: that of a template, a host. */
  title: z.string(),
  /** The object that would be changed or deleted; null for a new one, and for objects without an id. */
  object_uuid: z.nullable(uuid),
  /** A value of APPROVAL_STATUS. */
  status: z.int(),
  /** Null if the account was deleted. */
  maker: z.nullable(person),
  /** Who decided; null while it waits, and if the deadline decided. */
  approver: z.nullable(person),
  decided_by: z.nullable(z.enum(['user', 'sla'])),
  /** Text of the decision: why it was rejected, or cannot be applied. */
  description: z.nullable(z.string()),
  /** The same as data, if the deadline decided; what a person wrote is not in the catalogue. */
  description_sentence: z.nullable(sentenceData),
  /** The approvers who are notified: those of group 1, or after an escalation those of group 2. */
  group: z.union([z.literal(1), z.literal(2)]),
  /**
   * The whole command, with the path of its call as `endpoint`. Its fields have the same names as in `before`, so that both can be
   * compared. Secrets are MASK.
   */
  payload: values,
  /** The object when the request was made; null for a new one. */
  before: z.nullable(values),
  /** The object as it is now. Only if one request is read by `uuid`; null if there is none. */
  original: z.optional(z.nullable(values)),
  /** Long texts are cut, as in lists; a request that is read by `uuid` has them whole. */
  is_shortened: z.boolean(),
  /** The rejected request that this one replaces; and the latest request, if not withdrawn, that replaces this one. */
  reopens: z.nullable(uuid),
  reopened_by: z.nullable(uuid),
  /** A file that can be downloaded from `/api/audience/download/file?uuid={uuid of the request}`. */
  file_name: z.nullable(z.string()),
  created_on: epochSeconds,
  /** The deadline, while it waits. */
  due_on: epochSeconds,
  decided_on: z.nullable(epochSeconds),
  /** What the caller may do with it. */
  can_decide: z.boolean(),
  can_withdraw: z.boolean(),
  can_reopen: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

/** Numbers in a query are text. */
const digits = (pattern: RegExp) =>
  z.pipe(z.string().check(z.regex(pattern, sentenceKey('fields.format'))), z.transform(Number))

export const listApprovals = endpoint({
  call: 'GET /api/approvals',
  summary: 'Requests that the caller made or may decide, newest first; Owner and Admin see all of the application',
  access: 'application',
  query: z.object({
    ...paging,
    /** A value of APPROVAL_STATUS; absent: all. */
    status: z.optional(digits(/^[0-3]$/)),
    uuid: z.optional(uuid),
    /** A comment by the person who decided. */
    description: z.optional(z.string().check(z.trim(), maxCharacters(200))),
    activity_id: z.optional(digits(/^\d{3,4}$/)),
    /** `1`: only the caller's own requests. */
    mine: z.optional(z.enum(['0', '1'])),
  }),
  data: z.array(Approval),
  paged: true,
})

export const decideApproval = endpoint({
  call: 'POST /api/approvals/{uuid}',
  summary: 'Approve or reject a request; approving runs the very command, or says why it cannot be applied any more',
  access: 'application',
  params: z.object({ uuid }),
  body: z.object({
    decision: z.enum(['approve', 'reject'], sentenceKey('approvals.decision')),
    /** Required to reject. */
    description: z.optional(z.string().check(z.trim(), maxCharacters(1000))),
  }),
  data: Approval,
})

export const withdrawApproval = endpoint({
  call: 'DELETE /api/approvals/{uuid}',
  summary: 'Withdraw a request of ones own that nobody has decided',
  access: 'application',
  params: z.object({ uuid }),
})

/** Objects of which an application has at most one: a request may wait for one before there is a row with an id. */
export const SETTINGS_OBJECTS = ['channel', 'prices', 'prompts', 'safari'] as const
export type SettingsObject = (typeof SETTINGS_OBJECTS)[number]

export const countPending = endpoint({
  call: 'GET /api/maker-checker/pending',
  summary: 'Activities with requests that wait, of those that the caller may read, with their number',
  access: 'application',
  data: z.array(
    z.object({
      activity_id: z.int(),
      count: z.int(),
      /** Of these, the settings; the id of a channel's settings is the channel. */
      settings: z.array(z.object({ object: z.enum(SETTINGS_OBJECTS), id: z.string(), approval_uuid: uuid })),
    }),
  ),
})

export const downloadRequestFile = endpoint({
  call: 'GET /api/audience/download/file',
  summary: 'The audience file of a request, by the uuid of the request',
  access: 'application',
  query: z.object({ uuid }),
  raw: { types: ['application/octet-stream'] },
})
