/**
 * Safari 7 to 15 do not support standard web push: they ask Apple, which requires a certificate and a signed package. Settings of an
 * application for that, and the calls that Safari itself makes, with the paths that Apple prescribes.
 */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { PROMPT_TYPES } from './prompts.ts'

/** Sizes of the six icons in pixels; 32 is both 16x16@2x and 32x32. The largest is required, the others are optional. */
export const SAFARI_ICON_SIZES = [256, 128, 64, 32, 16] as const
export type SafariIconSize = (typeof SAFARI_ICON_SIZES)[number]

/** A .p12 with one key and its chain has about 4 KB. */
export const CERTIFICATE_MAX_BYTES = 65_536
/** Per icon. */
export const SAFARI_ICON_MAX_BYTES = 524_288

/** The form field of an icon. */
export const iconField = (size: SafariIconSize): string => (size === 256 ? 'icon' : `icon_${size}`)

/** Text fields of the form; files are sent as certificate, intermediate and icons. */
export const safariFields = z.object({
  webpush_id: text(200).check(z.regex(/^web\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, sentenceKey('safari.id'))),
  website_name: text(100),
  /** Password of the certificate; optional without a new certificate. */
  password: z._default(z.string().check(maxCharacters(200)), ''),
})

/** Data about the certificate; the certificate and its password are never returned. */
export const SafariConfiguration = z.object({
  webpush_id: z.string(),
  website_name: z.string(),
  /** Name of the uploaded file. */
  p12CertificateName: z.string(),
  password: z.string(),
  /** URL of the largest icon. */
  icon: z.string(),
  /** Sizes of the uploaded icons; the largest replaces missing ones. */
  icon_sizes: z.array(z.int()),
  certificate: z.object({
    subject: z.string(),
    issuer: z.string(),
    valid_from: epochSeconds,
    valid_until: epochSeconds,
    /** `expiring` in the last 30 days. */
    state: z.enum(['valid', 'expiring', 'expired']),
    /** Whether Apple's intermediate certificate was included: without it Safari rejects the package. */
    has_intermediate: z.boolean(),
  }),
  /** Number of subscribed browsers. */
  subscribers: z.int(),
  updated_on: epochSeconds,
  ...pendingApproval,
})
export type SafariConfiguration = z.infer<typeof SafariConfiguration>

const PATH = '/api/notification/webpush/safari/configuration'
const FORM_BYTES = 4_194_304
const access = <Level extends 'read' | 'create' | 'update' | 'delete'>(level: Level) =>
  ({ activity: ACTIVITY.platformWebpush, level, scope: 'application' }) as const

export const readSafari = endpoint({
  call: `GET ${PATH}`,
  summary: 'The settings for Safari 7 to 15; null while there are none',
  access: access('read'),
  data: z.nullable(SafariConfiguration),
})

/** For a change: absent parts are kept. */
const changedForm = {
  webpush_id: 'text',
  website_name: 'text',
  password: 'text?',
  certificate: 'file?',
  intermediate: 'file?',
  icon: 'file?',
  icon_128: 'file?',
  icon_64: 'file?',
  icon_32: 'file?',
  icon_16: 'file?',
} as const

export const createSafari = endpoint({
  call: `POST ${PATH}`,
  summary:
    'Set up Safari 7 to 15: webpush_id, website_name, password and the files certificate (.p12), icon (a PNG of 256 x 256) and, ' +
    'where wanted, intermediate (.cer, .pem), icon_128, icon_64, icon_32, icon_16; 409 when it is set up already',
  access: access('create'),
  held: true,
  multipart: { ...changedForm, password: 'text', certificate: 'file', icon: 'file' },
  status: 201,
  query: z.object(reopening),
  bodyLimitBytes: FORM_BYTES,
  data: SafariConfiguration,
  message: 'safari.saved',
})

export const updateSafari = endpoint({
  call: `PUT ${PATH}`,
  summary: 'Change the same; files that stay away are kept, the certificate only with the same webpush_id',
  access: access('update'),
  held: true,
  multipart: changedForm,
  query: z.object(reopening),
  bodyLimitBytes: FORM_BYTES,
  data: SafariConfiguration,
  message: 'channels.saved',
})

export const deleteSafari = endpoint({
  call: `DELETE ${PATH}`,
  summary: 'Remove certificate and settings: nothing is sent to Safari 7 to 15 any more',
  access: access('delete'),
  held: true,
  query: z.object(reopening),
  message: 'channels.removed',
})

/** Data that a site passes to Safari when it asks for permission, and that Safari passes to us. */
const userInfo = z.object({
  app_id: uuid,
  /** Chosen by the browser; the token in its package is bound to it. */
  visitor: uuid,
  language: z.optional(z.string().check(z.maxLength(35))),
  timezone: z.optional(z.string().check(z.maxLength(60))),
})

/** Apple's id of a browser for one website push id. */
export const safariToken = z
  .string(sentenceKey('fields.required'))
  .check(z.regex(/^[0-9a-fA-F]{64,200}$/, sentenceKey('fields.format')))

const SMALL_BYTES = 16_384

export const fetchPushPackage = endpoint({
  call: 'POST /sdk/safari/v2/pushPackages/{website_push_id}',
  summary: 'Safari asks for the signed package of a site; the body is what the site handed it',
  access: 'public',
  params: z.object({ website_push_id: z.string() }),
  body: userInfo,
  bodyLimitBytes: SMALL_BYTES,
  raw: { types: ['application/zip'] },
})

const registration = z.object({ device_token: z.string(), website_push_id: z.string() })

export const registerSafari = endpoint({
  call: 'POST /sdk/safari/v2/devices/{device_token}/registrations/{website_push_id}',
  summary:
    'Safari says that a visitor has allowed messages: Authorization is ApplePushNotifications and the token of the package',
  access: 'public',
  params: registration,
  bodyLimitBytes: SMALL_BYTES,
})

export const forgetSafari = endpoint({
  call: 'DELETE /sdk/safari/v2/devices/{device_token}/registrations/{website_push_id}',
  summary: 'Safari says that a visitor has taken the leave back',
  access: 'public',
  params: registration,
})

export const logOfSafari = endpoint({
  call: 'POST /sdk/safari/v2/log',
  summary: 'Safari says what is wrong with a package',
  access: 'public',
  bodyLimitBytes: SMALL_BYTES,
  body: z.object({ logs: z._default(z.array(z.unknown()), []) }),
})

export const openFromSafari = endpoint({
  call: 'GET /sdk/safari/open/{target}',
  summary: 'Where a click on a notification in Safari leads: on to the link that the message names',
  access: 'public',
  params: z.object({ target: z.string() }),
  raw: { types: [], redirect: 302 },
})

export const subscribeSafari = endpoint({
  call: 'POST /sdk/v1/safari',
  summary: 'The same as Safari says itself, told by the page; `previous` is the token that this one replaces',
  access: 'public',
  bodyLimitBytes: SMALL_BYTES,
  body: z.object({
    ...userInfo.shape,
    device_token: safariToken,
    previous: z.optional(safariToken),
    prompt: z.optional(z.enum(PROMPT_TYPES, sentenceKey('fields.format'))),
  }),
  data: z.object({ device_id: uuid, is_new: z.boolean() }),
})
