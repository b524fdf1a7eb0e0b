import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { pushParts } from '../campaigns/content.ts'
import { LinkTags } from '../campaigns/utm.ts'
import { endpoint } from '../endpoint.ts'
import { email, epochSeconds, maxCharacters, oneLine, paging, search, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { optionalTags, tagFilter, tagged } from '../tags/tags.ts'
import { whatsappTemplateBody } from '../whatsapp-templates/whatsapp-templates.ts'

/** One fault of a template, with its line and column (both from 1). */
export const Problem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  ...said,
  /** The part with the fault. */
  part: z.enum(['subject', 'html', 'mjml', 'text', 'preheader']),
  line: z.int(),
  column: z.int(),
  tag: z.optional(z.string()),
  field: z.optional(z.string()),
  suggestion: z.optional(z.string()),
  /** For a notification: its field, for example `campaignMsg` or `actions.1.title`. */
  place: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>

const source = (maxLength: number) => z.string().check(maxCharacters(maxLength))

/** How an email is written: as HTML, as MJML, or in a visual editor. */
export const EMAIL_MODES = ['html', 'mjml', 'visual'] as const
export type EmailMode = (typeof EMAIL_MODES)[number]

/** The Liquid sources of an email. */
export const EmailContent = z.object({
  subject: z.optional(source(998)),
  preheader: z.optional(source(500)),
  /** Absent: `html`. */
  mode: z.optional(z.enum(EMAIL_MODES, sentenceKey('templates.mode'))),
  /** For modes `mjml` and `visual`; `html` is compiled from it, whatever the request contains. */
  mjml: z.optional(source(1_000_000)),
  /** JSON of a visual editor with a format of its own, together with the `html` that it generated. Not allowed with `mjml`. */
  document: z.optional(source(2_000_000)),
  html: z.optional(source(2_000_000)),
  /** Generated from the HTML if absent. */
  text: z.optional(source(500_000)),
})
export type EmailContent = z.infer<typeof EmailContent>

/** For a text message: its Liquid source, and its id at India's operators (DLT). */
export const SmsContent = z.object({
  text: z.optional(source(500_000)),
  dlt_template_id: z.optional(
    z.string().check(z.trim(), z.regex(/^\d{0,30}$/, sentenceKey('templates.sms.dlt_digits'))),
  ),
})
export type SmsContent = z.infer<typeof SmsContent>

/** For a notification of web or mobile push: its parts, named as in campaigns. */
export const PushContent = z.object(pushParts)
export type PushContent = z.infer<typeof PushContent>

/** Contents of templates; each type has its own parts. */
export const templateParts = { ...EmailContent.shape, ...SmsContent.shape, ...PushContent.shape }
export type TemplateContent = EmailContent & SmsContent & PushContent

export const TemplateRow = z.object({
  uuid,
  type: z.enum(['Email', 'SMS', 'Whatsapp', 'Webpush', 'Mobilepush']),
  name: z.string(),
  subject: z.optional(z.string()),
  /** The start of a text message; title and message of a notification. */
  excerpt: z.optional(z.string()),
  version: z.int(),
  updated_on: epochSeconds,
  updated_by: z.nullable(z.string()),
  ...tagged,
  ...pendingApproval,
})
export type TemplateRow = z.infer<typeof TemplateRow>

export const Template = z.object({ ...TemplateRow.shape, ...templateParts, problems: z.array(Problem) })
export type Template = z.infer<typeof Template>

/** The store counts versions in 32 bits. */
export const versionNumber = z
  .int()
  .check(
    z.minimum(1, sentenceKey('templates.versions.least')),
    z.maximum(2_147_483_647, sentenceKey('templates.versions.most')),
  )

/** The parts of a template that a person writes. */
export const templateBody = {
  type: z.enum(['Email', 'SMS', 'Webpush', 'Mobilepush'], sentenceKey('templates.sms.type_sms')),
  name: text(100),
  ...templateParts,
}

/** These calls serve both kinds of templates. Each requires the right to the kind in question. */
const ownOrWhatsapp = (level: 'read' | 'create' | 'delete') =>
  ({
    activity: ACTIVITY.templateEmail,
    level,
    scope: 'application',
    or: { activity: ACTIVITY.templateWhatsapp, level },
  }) as const

export const listTemplates = endpoint({
  call: 'GET /api/template',
  summary: 'Templates of the application that the role may read',
  access: ownOrWhatsapp('read'),
  query: z.object({
    ...paging,
    search,
    type: z.optional(z.enum(['Email', 'SMS', 'Whatsapp', 'Webpush', 'Mobilepush'])),
    ...tagFilter,
    sort: z.optional(z.enum(['name', '-name', 'updated_on', '-updated_on'])),
  }),
  data: z.array(TemplateRow),
  paged: true,
})

export const readTemplate = endpoint({
  call: 'GET /api/template/{uuid}',
  summary: 'A template with its content and what is wrong with it',
  access: ownOrWhatsapp('read'),
  params: z.object({ uuid }),
  data: Template,
})

const BODY_LIMIT_BYTES = 6_291_456

const savedTemplate = z.object({
  template_uuid: uuid,
  version: z.int(),
  updated_on: epochSeconds,
  problems: z.array(Problem),
})

export const createTemplate = endpoint({
  call: 'POST /api/template',
  summary: 'Save a new template; refused when it cannot be parsed, with line and tag',
  access: ownOrWhatsapp('create'),
  held: true,
  status: 201,
  body: z.discriminatedUnion(
    'type',
    [
      z.object({ ...templateBody, ...optionalTags, ...reopening }),
      z.object({ type: z.literal('Whatsapp'), ...whatsappTemplateBody, ...optionalTags, ...reopening }),
    ],
    sentenceKey('templates.sms.type_any'),
  ),
  data: savedTemplate,
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

export const updateTemplate = endpoint({
  call: 'PUT /api/template/{uuid}',
  summary:
    'Save a template as its next version; 409 when `version` is no longer the newest. One of WhatsApp is handed over for approval',
  // The right to create those of WhatsApp includes changing them.
  access: { ...ownOrWhatsapp('create'), level: 'update' },
  held: true,
  params: z.object({ uuid }),
  body: z.discriminatedUnion(
    'type',
    [
      z.object({
        ...templateBody,
        /** The version that was edited. Absent: the new version follows the newest one. */
        version: z.optional(versionNumber),
        ...reopening,
      }),
      z.object({ type: z.literal('Whatsapp'), ...whatsappTemplateBody, ...reopening }),
    ],
    sentenceKey('templates.sms.type_any'),
  ),
  data: savedTemplate,
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

export const deleteTemplate = endpoint({
  call: 'DELETE /api/template',
  summary: 'Delete a template; 409 with the list while a campaign that is still to be sent uses it',
  access: ownOrWhatsapp('delete'),
  held: true,
  query: z.object({
    template_uuid: uuid,
    /** For old clients; the id alone identifies the template. */
    type: z.optional(z.enum(['Email', 'SMS', 'Whatsapp', 'Webpush', 'Mobilepush'])),
    ...reopening,
  }),
})

export const TemplateVersion = z.object({
  version: z.int(),
  created_on: epochSeconds,
  created_by: z.nullable(z.string()),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

export const listTemplateVersions = endpoint({
  call: 'GET /api/template/{uuid}/versions',
  summary: 'Versions of a template, newest first',
  access: { activity: ACTIVITY.templateEmail, level: 'read', scope: 'application' },
  params: z.object({ uuid }),
  query: z.object({ ...paging }),
  data: z.array(TemplateVersion),
  paged: true,
})

export const readTemplateVersion = endpoint({
  call: 'GET /api/template/{uuid}/versions/{version}',
  summary: 'What an earlier version said',
  access: { activity: ACTIVITY.templateEmail, level: 'read', scope: 'application' },
  params: z.object({ uuid, version: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  data: z.object({ ...TemplateVersion.shape, ...templateParts }),
})

export const restoreTemplateVersion = endpoint({
  call: 'POST /api/template/{uuid}/versions/restore',
  summary: 'Make an earlier version the newest one',
  access: { activity: ACTIVITY.templateEmail, level: 'update', scope: 'application' },
  held: true,
  params: z.object({ uuid }),
  body: z.object({ version: versionNumber, ...reopening }),
  data: z.object({ template_uuid: uuid, version: z.int() }),
})

/** For an email: a feature that some clients ignore. */
export const ClientLimit = z.object({
  /** As in HTML or CSS: `border-radius`, `<svg>`. */
  feature: z.string(),
  clients: z.array(z.enum(['outlook', 'gmail'])),
  /** How often the HTML contains it. */
  count: z.int(),
})
export type ClientLimit = z.infer<typeof ClientLimit>

/** A template rendered for one person. */
export const Preview = z.object({
  subject: z.string(),
  preheader: z.string(),
  /** Empty if the source cannot be rendered; `problems` says why. */
  html: z.string(),
  text: z.string(),
  /** For MJML, if requested: the compiled HTML, before fields were filled in. */
  html_source: z.optional(z.string()),
  /** Source of the text part, generated from the HTML unless the content has its own. */
  text_source: z.string(),
  problems: z.array(Problem),
  /** Size of the rendered HTML. */
  size_bytes: z.int(),
  /** Features of the HTML that common clients ignore; absent if there are none. */
  client_limits: z.optional(z.array(ClientLimit)),
  /** The contact that it was rendered for; null: sample fields. */
  contact: z.nullable(z.object({ uuid, name: z.string() })),
})
export type Preview = z.infer<typeof Preview>

export const previewTemplate = endpoint({
  call: 'POST /api/template/preview',
  summary: 'Render content as a contact, or as sample fields, would see it',
  // Campaigns have content of their own.
  access: {
    activity: ACTIVITY.templateEmail,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.campaignEmail, level: 'read' },
  },
  body: z.object({
    content: EmailContent,
    contact_uuid: z.optional(uuid),
    sample: z.optional(z.record(z.string(), z.unknown())),
    /** The UTM tags of a campaign's links. */
    link_tags: z.optional(LinkTags),
    /** Also return the compiled HTML. */
    with_source: z.optional(z.boolean()),
  }),
  data: Preview,
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

/** The result of checking a link. */
export const LinkCheck = z.object({
  url: z.string(),
  ok: z.boolean(),
  /** The site's final status; null if it did not answer. */
  status: z.nullable(z.int()),
  /** Why the link does not work. */
  problem: z.nullable(z.object(said)),
})
export type LinkCheck = z.infer<typeof LinkCheck>

export const checkTemplateLinks = endpoint({
  call: 'POST /api/template/links/check',
  summary: 'Try the links of content that are the same for everybody, 50 of them at most',
  access: previewTemplate.access,
  body: z.object({ content: EmailContent }),
  data: z.object({
    links: z.array(LinkCheck),
    /** How many further links were not checked. */
    left_off: z.int(),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
})

/** A notification rendered for one person: its parts filled in, empty if they cannot be rendered. */
export const PushPreview = z.object({
  campaignTitle: z.string(),
  campaignMsg: z.string(),
  campaignBannerImg: z.string(),
  campaignIcon: z.string(),
  campaignPageUrl: z.string(),
  actions: z.array(z.object({ title: z.string(), action: z.string() })),
  problems: z.array(Problem),
  /** The contact that it was rendered for; null if there is none. */
  contact: z.nullable(z.object({ uuid, name: z.string() })),
})
export type PushPreview = z.infer<typeof PushPreview>

export const previewPush = endpoint({
  call: 'POST /api/template/preview/webpush',
  summary: 'Fill in a notification of web or mobile push as a contact would get it',
  access: {
    activity: ACTIVITY.templateEmail,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.campaignWebpush, level: 'read' },
  },
  body: z.object({
    content: PushContent,
    channel: z._default(z.enum(['webpush', 'mobilepush']), 'webpush'),
    contact_uuid: z.optional(uuid),
  }),
  data: PushPreview,
})

export const TestMailResult = z.object({ receiver: z.string(), ok: z.boolean(), ...said })
export type TestMailResult = z.infer<typeof TestMailResult>

/** Sends one email now, without a campaign; counted and limited per caller. */
export const sendTestEmail = endpoint({
  call: 'POST /api/notifications/email/test',
  summary: 'Send a test mail; receivers default to the caller',
  access: { activity: ACTIVITY.campaignEmail, level: 'read', scope: 'application' },
  body: z.object({
    template_id: z.optional(uuid),
    template_type: z.optional(z.literal('Email')),
    /** Replaces a template, or those parts of it that are given here. */
    content: z.optional(EmailContent),
    from_name: z.optional(oneLine(100)),
    reply_to: z.optional(z.union([email, z.literal('')])),
    contact_uuid: z.optional(uuid),
    receivers: z.optional(
      z.array(z.string().check(z.maxLength(254))).check(z.maxLength(10, sentenceKey('fields.receivers'))),
    ),
  }),
  data: z.array(TestMailResult),
  bodyLimitBytes: BODY_LIMIT_BYTES,
})
