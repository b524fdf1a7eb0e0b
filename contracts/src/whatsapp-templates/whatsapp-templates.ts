/** WhatsApp templates. WhatsApp stores and approves them; ours are copies, which are updated by reading WhatsApp's list. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, search, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { optionalTags, tagFilter, tagged } from '../tags/tags.ts'
import { WhatsappComponent } from './components.ts'
import { componentFaults } from './rules.ts'
import { WHATSAPP_LANGUAGES } from './languages.ts'

/** Statuses of a template at WhatsApp; the first two are our own. Only an approved one can be sent. */
export const WHATSAPP_STATUSES = [
  /** Being submitted to WhatsApp. */
  'SUBMITTING',
  /** WhatsApp did not accept the submission. */
  'REFUSED',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'REINSTATED',
  'FLAGGED',
  'PENDING_DELETION',
  'DELETED',
  'LIMIT_EXCEEDED',
  'LOCKED',
  'ARCHIVED',
  'UNARCHIVED',
] as const

/** Statuses in which WhatsApp sends a template. */
export const SENDABLE_STATUSES: readonly string[] = ['APPROVED', 'REINSTATED', 'FLAGGED', 'UNARCHIVED']

/** Categories of templates written here. Authentication codes have a fixed text by WhatsApp. */
export const WHATSAPP_CATEGORIES = ['MARKETING', 'UTILITY'] as const

export const WhatsappTemplate = z.object({
  uuid,
  name: z.string(),
  language: z.string(),
  /** MARKETING, UTILITY or AUTHENTICATION. */
  category: z.string(),
  /** One of WHATSAPP_STATUSES, or a newer one. */
  status: z.string(),
  /** Why it was rejected, paused or disabled, in WhatsApp's words. */
  reason: z.nullable(z.string()),
  /** The same as data, if it is one of our sentences. */
  reason_sentence: z.nullable(sentenceData),
  /** GREEN, YELLOW or RED, from recipients' reactions; null if unknown. */
  quality: z.nullable(z.string()),
  components: z.array(WhatsappComponent),
  /** Why it cannot be sent from here, as text; null if it can. */
  obstacle: z.nullable(z.string()),
  obstacle_sentence: z.nullable(sentenceData),
  updated_on: epochSeconds,
  ...tagged,
  ...pendingApproval,
})
export type WhatsappTemplate = z.infer<typeof WhatsappTemplate>

const access = (level: 'read' | 'create' | 'delete') =>
  ({ activity: ACTIVITY.templateWhatsapp, level, scope: 'application' }) as const

const PATH = '/api/template/whatsapp'

export const listWhatsappTemplates = endpoint({
  call: `GET ${PATH}`,
  summary: 'WhatsApp templates as of the last look at them',
  access: access('read'),
  query: z.object({
    ...paging,
    search,
    /** `sendable`: templates that a campaign may use. */
    status: z.optional(z.enum([...WHATSAPP_STATUSES, 'sendable'])),
    ...tagFilter,
    sort: z.optional(z.enum(['name', '-name', 'updated_on', '-updated_on'])),
  }),
  data: z.array(WhatsappTemplate),
  paged: true,
})

export const readWhatsappTemplate = endpoint({
  call: `GET ${PATH}/{uuid}`,
  summary: 'A WhatsApp template with its parts',
  access: access('read'),
  params: z.object({ uuid }),
  data: WhatsappTemplate,
})

const templateName = z
  .string(sentenceKey('fields.required'))
  .check(
    z.minLength(1, sentenceKey('fields.required')),
    maxCharacters(512),
    z.regex(/^[a-z0-9_]+$/, sentenceKey('whatsappTemplates.rules.name')),
  )

/** The parts of a template that a person writes. */
export const whatsappTemplateBody = {
  name: templateName,
  language: z.enum(WHATSAPP_LANGUAGES, sentenceKey('whatsappTemplates.choose.language')),
  category: z.enum(WHATSAPP_CATEGORIES, sentenceKey('whatsappTemplates.choose.category')),
  components: z.array(WhatsappComponent).check(
    z.maxLength(4, sentenceKey('whatsappTemplates.rules.once')),
    z.check(({ value, issues }) => {
      for (const { field, key, values } of componentFaults(value)) {
        const path = field.split('.').slice(1)
        issues.push({
          code: 'custom',
          message: key,
          params: values,
          input: value,
          path: path.map(key => (/^\d+$/.test(key) ? Number(key) : key)),
        })
      }
    }),
  ),
}

export const createWhatsappTemplate = endpoint({
  call: `POST ${PATH}`,
  summary: 'Write a template and hand it to WhatsApp for approval',
  access: access('create'),
  held: true,
  status: 201,
  body: z.object({ ...whatsappTemplateBody, ...optionalTags, ...reopening }),
  data: z.object({ template_uuid: uuid, status: z.string() }),
})

/** Statuses in which WhatsApp allows changes. */
export const EDITABLE_STATUSES: readonly string[] = ['APPROVED', 'REJECTED', 'PAUSED']

export const updateWhatsappTemplate = endpoint({
  call: `PUT ${PATH}/{uuid}`,
  summary: 'Write a template anew and hand it to WhatsApp for approval; its name and language stay',
  access: access('create'),
  held: true,
  params: z.object({ uuid }),
  body: z.object({ ...whatsappTemplateBody, ...reopening }),
  data: z.object({ template_uuid: uuid, status: z.string() }),
})

export const deleteWhatsappTemplate = endpoint({
  call: `DELETE ${PATH}`,
  summary: 'Delete a template at WhatsApp and here; 409 while a campaign that is still to be sent uses it',
  access: access('delete'),
  held: true,
  query: z.object({ template_uuid: uuid, ...reopening }),
})

/** How up to date our copy of WhatsApp's list is. */
export const WhatsappSync = z.object({
  /** False: WhatsApp is not set up, so there is nothing to read. */
  configured: z.boolean(),
  /** When the whole list was last read; null: never. */
  synced_on: z.nullable(epochSeconds),
  /** Why the last attempt failed, as text. */
  failure: z.nullable(z.string()),
  failure_sentence: z.nullable(sentenceData),
  templates: z.int(),
  /** People who sent us a message within the last 24 hours. */
  open_sessions: z.int(),
})
export type WhatsappSync = z.infer<typeof WhatsappSync>

export const readWhatsappSync = endpoint({
  call: `GET ${PATH}/sync`,
  summary: 'How the copy of WhatsApp templates stands to the list at WhatsApp',
  access: access('read'),
  data: WhatsappSync,
})

export const syncWhatsappTemplates = endpoint({
  call: `POST ${PATH}/sync`,
  summary: 'Read the whole list of templates from WhatsApp now',
  access: access('create'),
  data: WhatsappSync,
})

/** File types and sizes that WhatsApp accepts, by the kind of header. */
export const MEDIA_RULES = {
  image: { types: { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' }, maxBytes: 5_242_880 },
  video: { types: { mp4: 'video/mp4', '3gp': 'video/3gpp' }, maxBytes: 16_777_216 },
  document: {
    types: {
      pdf: 'application/pdf',
      txt: 'text/plain',
      doc: 'application/msword',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      xls: 'application/vnd.ms-excel',
      xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ppt: 'application/vnd.ms-powerpoint',
      pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    },
    maxBytes: 104_857_600,
  },
} as const satisfies Record<string, { types: Record<string, string>; maxBytes: number }>
export type MediaKind = keyof typeof MEDIA_RULES

/** The largest file of any kind, plus room for the form around it. */
const UPLOAD_LIMIT_BYTES = 105_906_176

const mediaQuery = z.object({
  kind: z.enum(['image', 'video', 'document'], sentenceKey('whatsappTemplates.choose.kind')),
})

export const uploadWhatsappSample = endpoint({
  call: `POST ${PATH}/sample`,
  summary: 'Upload a sample of the media of a header; its handle goes into example.header_handle',
  access: access('create'),
  query: mediaQuery,
  multipart: { file: 'file' },
  data: z.object({ handle: z.string() }),
  bodyLimitBytes: UPLOAD_LIMIT_BYTES,
})

export const uploadWhatsappMedia = endpoint({
  call: 'POST /api/notifications/whatsapp/media',
  summary: 'Upload media that a campaign sends; WhatsApp keeps it for 30 days',
  access: { activity: ACTIVITY.campaignWhatsapp, level: 'create', scope: 'application' },
  query: mediaQuery,
  multipart: { file: 'file' },
  data: z.object({ media_id: z.string(), filename: z.string() }),
  bodyLimitBytes: UPLOAD_LIMIT_BYTES,
})
