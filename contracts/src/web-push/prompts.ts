/**
 * Prompts of a site for its visitors: a bell, a slide prompt, an inline link. The unusual spellings are the API's. The site's script draws
 * them from these preferences, and the dashboard previews them with the same code.
 */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const PROMPT_TYPES = ['subscription_bell', 'slide_prompt', 'custom_link'] as const
export type PromptType = (typeof PROMPT_TYPES)[number]

/** Initial colors of every prompt. */
export const PROMPT_COLORS = {
  primary: '#443DF6',
  accent: '#ffffff',
  reject: '#e54b4d',
} as const

const color = z
  .string(sentenceKey('fields.required'))
  .check(z.trim(), z.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, sentenceKey('fields.colour')))

/** Forms send 1, 0 and words; answers have booleans. */
const yesNo = z.codec(z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]), z.boolean(), {
  decode: value => value === true || value === 1 || value === '1' || value === 'true',
  encode: value => value,
})

const choice = (highest: number) =>
  z.coerce
    .number(sentenceKey('fields.format'))
    .check(
      z.int(sentenceKey('fields.format')),
      z.minimum(0, sentenceKey('fields.format')),
      z.maximum(highest, sentenceKey('fields.format')),
    )

const pixels = z._default(
  z.coerce
    .number(sentenceKey('fields.format'))
    .check(
      z.int(sentenceKey('fields.format')),
      z.minimum(0, sentenceKey('fields.atLeast')),
      z.maximum(500, sentenceKey('fields.atMost')),
    ),
  16,
)

const words = (maxLength: number) => z._default(z.string().check(z.trim(), maxCharacters(maxLength)), '')

const BELL_TEXTS = ['when_user_not_subscribed', 'when_user_subscribed', 'when_user_blocked_notifications'] as const

const NO_TEXTS = { when_user_not_subscribed: '', when_user_subscribed: '', when_user_blocked_notifications: '' }

export const SubscriptionBell = z
  .object({
    /** 0 large (64 px), 1 medium (48 px), 2 small (42 px). */
    size: z._default(choice(2), 1),
    /** 0 left, 1 right. */
    location: z._default(choice(1), 1),
    hide_user_if_subscribed: z._default(yesNo, true),
    custmize_bell_text: z._default(yesNo, false),
    /** Opens by itself, as often as the rule for asking again allows; otherwise only on a click. */
    auto_prompt: z._default(yesNo, true),
    primary_color: z._default(color, PROMPT_COLORS.primary),
    accent_color: z._default(color, PROMPT_COLORS.accent),
    custmize_bell: z.prefault(
      z.object({
        when_user_not_subscribed: words(200),
        when_user_subscribed: words(200),
        when_user_blocked_notifications: words(200),
      }),
      {},
    ),
    offset: z.prefault(z.object({ bottom: pixels, left: pixels, right: pixels }), {}),
  })
  .check(
    // Switching custom texts off clears them.
    z.overwrite(bell => (bell.custmize_bell_text ? bell : { ...bell, custmize_bell: { ...NO_TEXTS } })),
    z.superRefine((bell, context) => {
      if (!bell.custmize_bell_text) return
      for (const name of BELL_TEXTS) {
        if (bell.custmize_bell[name] !== '') continue
        context.issues.push({
          code: 'custom',
          message: sentenceKey('fields.required'),
          path: ['custmize_bell', name],
          input: '',
        })
      }
    }),
  )
export type SubscriptionBell = z.infer<typeof SubscriptionBell>

const button = (background: string) =>
  z.object({
    message: text(40),
    text_color: z._default(color, PROMPT_COLORS.accent),
    background_color: z._default(color, background),
  })

export const SlidePrompt = z
  .object({
    custmize_prompt_text: z._default(yesNo, false),
    prompt_text: words(300),
    accept: button(PROMPT_COLORS.primary),
    reject: button(PROMPT_COLORS.reject),
  })
  .check(
    z.superRefine((slide, context) => {
      if (!slide.custmize_prompt_text || slide.prompt_text !== '') return
      context.issues.push({ code: 'custom', message: sentenceKey('fields.required'), path: ['prompt_text'], input: '' })
    }),
  )
export type SlidePrompt = z.infer<typeof SlidePrompt>

export const CustomLink = z
  .object({
    /** 0 a button, 1 a link in the text. */
    style: z._default(choice(1), 0),
    /** 0 large, 1 medium, 2 small. */
    size: z._default(choice(2), 1),
    button_color: z._default(color, PROMPT_COLORS.primary),
    text_color: z._default(color, PROMPT_COLORS.accent),
    subscribe_text: text(80),
    explanation_text: words(300),
    allow_unsubscribe: z._default(yesNo, false),
    unsubscribe_text: words(80),
  })
  .check(
    z.superRefine((link, context) => {
      if (!link.allow_unsubscribe || link.unsubscribe_text !== '') return
      context.issues.push({
        code: 'custom',
        message: sentenceKey('fields.required'),
        path: ['unsubscribe_text'],
        input: '',
      })
    }),
  )
export type CustomLink = z.infer<typeof CustomLink>

/**
 * Up to three prompts. `active` is the one that asks first if two would ask by themselves. Saving replaces all of them: a prompt that is
 * left out is deleted.
 */
export const PromptPreferences = z.object({
  active: z._default(z.enum(PROMPT_TYPES, sentenceKey('fields.format')), 'subscription_bell'),
  subscription_bell: z.optional(SubscriptionBell),
  slide_prompt: z.optional(SlidePrompt),
  custom_link: z.optional(CustomLink),
})
export type PromptPreferences = z.infer<typeof PromptPreferences>

/** The object itself, or the same as a JSON string (as form fields carry it). */
export const promptPreferences = z.pipe(
  z.union([
    z.record(z.string(), z.unknown()),
    z.pipe(
      z.string(sentenceKey('fields.required')),
      z.transform((value, context) => {
        try {
          return JSON.parse(value) as unknown
        } catch {
          context.issues.push({ code: 'custom', message: sentenceKey('fields.notJson'), input: value })
          return z.NEVER
        }
      }),
    ),
  ]),
  PromptPreferences,
)

/** The stored prompts of a site. */
export const SavedPrompts = z.object({
  prompt_preferences: PromptPreferences,
  updated_on: z.nullable(epochSeconds),
  ...pendingApproval,
})
export type SavedPrompts = z.infer<typeof SavedPrompts>

const PATH = '/api/notification/webpush/preferences'

/** The application: only the one of the token is allowed. */
const named = { application_uuid: z.optional(uuid) }

export const readPrompts = endpoint({
  call: `GET ${PATH}`,
  summary: 'The prompts that visitors of the site are asked with; none before the first is saved',
  access: { activity: ACTIVITY.platformWebpush, level: 'read', scope: 'application' },
  query: z.object(named),
  data: SavedPrompts,
})

export const savePrompts = endpoint({
  call: `POST ${PATH}`,
  summary: 'Save the prompts as a whole; a prompt that is left out is deleted',
  access: { activity: ACTIVITY.platformWebpush, level: 'update', scope: 'application' },
  held: true,
  body: z.object({ prompt_preferences: promptPreferences, slug: z.optional(uuid), ...named, ...reopening }),
  data: SavedPrompts,
  message: 'channels.promptsSaved',
})
