/** Tags: labels for a team's campaigns, templates and segments. They do not affect sending and need no approval. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Per object. */
export const TAGS_MAX = 20
/** In characters. */
export const TAG_LENGTH_MAX = 40

/** In lower case with single spaces: "Summer  Sale" and "summer sale" are the same tag. No commas. */
export const tag = z.string().check(
  z.overwrite(text => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()),
  z.minLength(1, sentenceKey('fields.required')),
  maxCharacters(TAG_LENGTH_MAX),
  z.regex(/^[^,\p{Cc}]*$/u, sentenceKey('tags.form')),
)

const few = z.array(tag).check(z.maxLength(TAGS_MAX, sentenceKey('tags.tooMany')))

/** Spread into the body that creates an object: a copy has the tags of its original. */
export const optionalTags = { tags: z.optional(few) }

/** Spread into rows of lists. */
export const tagged = {
  /** In alphabetical order; absent if there are none. */
  tags: z.optional(z.array(z.string())),
}

/** Spread into the query of lists. */
export const tagFilter = { tag: z.optional(tag) }

export const TAGGED_KINDS = ['campaign', 'template', 'whatsapp-template', 'segment'] as const
export type TaggedKind = (typeof TAGGED_KINDS)[number]

/** The most objects that one call tags. */
const THINGS_MAX = 1000

const tags = z._default(few, [])
const change = z.object({
  uuids: z
    .array(uuid)
    .check(z.minLength(1, sentenceKey('fields.required')), z.maxLength(THINGS_MAX, sentenceKey('tags.things'))),
  add: tags,
  remove: tags,
})
/** How many objects were tagged; unknown ids are left out. */
const Changed = z.object({ changed: z.int() })

export const TAG_CALLS = {
  campaign: endpoint({
    call: 'POST /api/notifications/tags',
    summary: 'Add tags to campaigns of any channel, or take some off; each takes the right to change it',
    access: 'application',
    body: change,
    data: Changed,
  }),
  template: endpoint({
    call: 'POST /api/template/tags',
    summary: 'Add tags to templates, or take some off; those of WhatsApp have a call of their own',
    access: { activity: ACTIVITY.templateEmail, level: 'update', scope: 'application' },
    body: change,
    data: Changed,
  }),
  'whatsapp-template': endpoint({
    call: 'POST /api/template/whatsapp/tags',
    summary: 'Add tags to WhatsApp templates, or take some off; WhatsApp knows nothing of them',
    // The right to create them includes changing them.
    access: { activity: ACTIVITY.templateWhatsapp, level: 'create', scope: 'application' },
    body: change,
    data: Changed,
  }),
  segment: endpoint({
    call: 'POST /api/audience/segment/tags',
    summary: 'Add tags to segments, or take some off',
    access: { activity: ACTIVITY.segmentation, level: 'update', scope: 'application' },
    body: change,
    data: Changed,
  }),
} as const

export const TagUse = z.object({ tag: z.string(), count: z.int() })
export type TagUse = z.infer<typeof TagUse>

export const listTags = endpoint({
  call: 'GET /api/tags',
  summary: 'Tags of the campaigns, templates or segments that the role may read, with how many have each; at most 500',
  access: 'application',
  query: z.object({ kind: z.enum(TAGGED_KINDS) }),
  data: z.array(TagUse),
})
