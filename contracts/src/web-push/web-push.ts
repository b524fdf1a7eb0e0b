/** Web push settings of an application's site: its name, the welcome notification, and the setup on its pages. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CAMPAIGN_STATUSES } from '../campaigns/campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { promptPreferences } from './prompts.ts'
import { said, sentenceData } from '../sentences/said.ts'
import { sentenceKey, type SentenceKey } from '../sentences/sentence.ts'

/** As forms send them; returned as 1 and 0. */
const yesNo = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]),
  z.transform(value => (value === true || value === 1 || value === '1' || value === 'true' ? 1 : 0)),
)
const oneOrZero = z.literal([0, 1])

const optionalText = (most: number) => z._default(z.string().check(z.trim(), maxCharacters(most)), '')

const SITE_URL = sentenceKey('push.site')
const LINK = sentenceKey('push.address')
const ICON = sentenceKey('push.picture')

const siteUrl = z
  .string(sentenceKey('fields.required'))
  .check(
    z.trim(),
    z.minLength(1, sentenceKey('fields.required')),
    z.maxLength(500, sentenceKey('fields.format')),
    z.refine(isSiteUrl, SITE_URL),
  )

/** http is only for local development; the server says whether it is allowed here. */
function isSiteUrl(value: string): boolean {
  if (value === '' || !URL.canParse(value)) return value === ''
  const { protocol, hostname } = new URL(value)
  const isOwnMachine =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'https:' ? hostname.includes('.') || isOwnMachine : protocol === 'http:' && isOwnMachine
}

const link = optionalText(2000).check(z.refine(value => value === '' || /^(?:https?|ftp):\/\/\S+$/i.test(value), LINK))

/** URL of an image; the file extension decides. */
const picture = optionalText(2000).check(
  z.refine(value => value === '' || /^https?:\/\/\S+\.(?:png|jpe?g)(?:[?#]\S*)?$/i.test(value), ICON),
)

const path = (fallback: string, message: SentenceKey) =>
  z._default(
    z.string().check(z.trim(), z.regex(/^\/[^\s?#]*$/, message), z.maxLength(200, sentenceKey('fields.format'))),
    fallback,
  )

const fields = {
  site_name: text(100).check(z.overwrite(value => value.replace(/\s+/g, ' '))),
  site_url: siteUrl,
  /** The team's name for the site, in approvals and the audit trail; visitors see `site_name`. */
  site_label: optionalText(100),
  auto_re_subscribe: z._default(yesNo, 1),
  /** The welcome notification: its title, its text, and whether a click opens `wn_link`. Without title and text none is sent. */
  wn_name: optionalText(100),
  wn_message: optionalText(300),
  wn_on_click: z._default(yesNo, 0),
  wn_link: link,
  /** Accepted but not stored: the answer has `site_url` instead. */
  https_url: z._default(yesNo, 1),
  /** Icon of notifications without one of their own. */
  icon_url: picture,
  uploadIcon: picture,
  uploadBanner: picture,
  /** 0: current browsers; 1: Safari 7 to 15 as well. */
  platform: z
    ._default(z.pipe(z.union([z.int(), z.stringbool({ truthy: ['1'], falsy: ['0'] })]), z.transform(Number)), 0)
    .check(z.refine(value => value === 0 || value === 1, sentenceKey('fields.format'))),
  /** Path of the worker on the site, and its scope. */
  worker_path: path('/notifly-worker.js', sentenceKey('push.path')),
  worker_scope: path('/', sentenceKey('push.path')),
}

/** The settings that a person enters. Prompts are optional, except when none exist yet. */
const body = z.object({ ...fields, webPushPromptPreferences: z.optional(promptPreferences), ...reopening }).check(
  z.superRefine((site, context) => {
    const miss = (field: string) =>
      context.issues.push({ code: 'custom', message: sentenceKey('fields.required'), path: [field], input: '' })
    if (site.icon_url === '' && site.uploadIcon === '') miss('icon_url')
    if (site.wn_on_click === 1 && site.wn_link === '') miss('wn_link')
    if (site.wn_name !== '' && site.wn_message === '') miss('wn_message')
    if (site.wn_message !== '' && site.wn_name === '') miss('wn_name')
  }),
)
export const siteBody = body
export type SiteBody = z.infer<typeof siteBody>

export const Site = z.object({
  site_name: z.string(),
  site_url: z.string(),
  site_label: z.string(),
  auto_re_subscribe: oneOrZero,
  wn_name: z.string(),
  wn_message: z.string(),
  wn_on_click: oneOrZero,
  wn_link: z.string(),
  https_url: oneOrZero,
  icon_url: z.string(),
  uploadIcon: z.string(),
  uploadBanner: z.string(),
  platform: z.int(),
  worker_path: z.string(),
  worker_scope: z.string(),
  /** Public key of the site's VAPID pair (RFC 8292). It never changes: with another key all subscriptions would be lost. */
  application_server_key: z.string(),
  failure: z.nullable(z.object({ ...said, since: epochSeconds })),
  /** Campaigns that would be paused or wait without this configuration. */
  campaigns: z.array(z.object({ uuid, name: z.string(), status: z.enum(CAMPAIGN_STATUSES) })),
  /** Number of subscribed browsers. */
  subscribers: z.int(),
  updated_on: epochSeconds,
  ...pendingApproval,
})
export type Site = z.infer<typeof Site>

const PATH = '/api/notifications/webpush/configuration'
const access = <Level extends 'read' | 'create' | 'update' | 'delete'>(level: Level) =>
  ({ activity: ACTIVITY.platformWebpush, level, scope: 'application' }) as const

export const readSite = endpoint({
  call: `GET ${PATH}`,
  summary: 'The web push settings; null while there are none',
  access: access('read'),
  data: z.nullable(Site),
})

export const createSite = endpoint({
  call: `POST ${PATH}`,
  summary: 'Set up web push; 409 when it is set up already',
  access: access('create'),
  held: true,
  status: 201,
  body: siteBody,
  data: Site,
  message: 'channels.setUp',
})

export const updateSite = endpoint({
  call: `PUT ${PATH}`,
  summary: 'Change the web push settings; the keys stay',
  access: access('update'),
  held: true,
  body: siteBody,
  data: Site,
  message: 'channels.saved',
})

export const deleteSite = endpoint({
  call: `DELETE ${PATH}`,
  summary: 'Remove the web push settings and their keys: browsers have to subscribe anew; runs in progress pause',
  access: access('delete'),
  held: true,
  query: z.object(reopening),
  message: 'channels.removed',
})

export const readInstallation = endpoint({
  call: 'GET /api/notifications/webpush/installation',
  summary: "What goes onto the site's pages",
  access: access('read'),
  data: z.object({
    /** HTML for every page of the site. */
    snippet: z.string(),
    worker: z.object({ path: z.string(), scope: z.string(), content: z.string() }),
  }),
})

export const downloadWorker = endpoint({
  call: 'GET /api/notifications/webpush/installation/worker.zip',
  summary: "The site's worker, ready to be put at its root",
  access: access('read'),
  raw: { types: ['application/zip'] },
})

export const WORKER_FAULTS = [
  'unreachable',
  'not_allowed',
  'redirect',
  'not_found',
  'refused',
  'html',
  'wrong_type',
  'wrong_import',
  'other_app',
  'outside_scope',
] as const
export type WorkerFault = (typeof WORKER_FAULTS)[number]

export const WorkerVerdict = z.object({
  url: z.string(),
  ok: z.boolean(),
  fault: z.nullable(z.enum(WORKER_FAULTS)),
  /** What was found instead, if that helps: why there was no answer, a status, a content type, a URL. */
  found: z.nullable(z.string()),
  found_sentence: z.optional(sentenceData),
  ...said,
})
export type WorkerVerdict = z.infer<typeof WorkerVerdict>

export const checkWorker = endpoint({
  call: 'POST /api/notifications/webpush/installation/check',
  summary: "Fetch the site's worker as a browser would, and name what is wrong with it",
  access: access('read'),
  data: WorkerVerdict,
})

export const revealIdentityKey = endpoint({
  call: 'POST /api/notifications/webpush/installation/identity-key',
  summary: 'The key with which the site proves who its signed-in visitors are',
  access: access('update'),
  data: z.object({ identity_key: z.string() }),
})
