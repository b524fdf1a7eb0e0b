import * as z from 'zod/mini'
import { UserDetails } from '../accounts/accounts.ts'
import { Utm } from '../campaigns/utm.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, paging, search, text, timeZone, uuid } from '../fields.ts'
import { typedName } from '../organizations/organizations.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const CHANNELS = ['email', 'sms', 'whatsapp', 'webpush', 'mobilepush'] as const
export type Channel = (typeof CHANNELS)[number]

/** Only emails bounce. A message of another channel that could not be delivered has failed, whatever the reason. */
export function canBounce(channel: Channel): boolean {
  return channel === 'email'
}

export const CHANNEL_HEALTH = ['configured', 'pending', 'failing', 'none'] as const

/** The longest time for which a launch can be undone. */
export const UNDO_SECONDS_MAX = 120

/** A text that is not one of our ids gets the same answer as an unknown id. */
const anyId = z.string()

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentenceKey('fields.clockTime')))

/** Frequency cap: the most promotional messages that one person gets on a channel. */
export const FrequencyCap = z.object({
  messages: z
    .int(sentenceKey('fields.format'))
    .check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(1000, sentenceKey('fields.atMost'))),
  /** Hours over which messages are counted; at most 30 days. */
  hours: z
    .int(sentenceKey('fields.format'))
    .check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(720, sentenceKey('fields.atMost'))),
})
export type FrequencyCap = z.infer<typeof FrequencyCap>

const capOf = z.optional(z.nullable(FrequencyCap))

const LastRun = z.object({
  uuid,
  run_uuid: uuid,
  name: z.string(),
  status: z.string(),
  started_on: epochSeconds,
  sent: z.int(),
  /** Defined as for a run (runs/deliveries.ts). */
  delivered: z.nullable(z.int()),
  recipients: z.int(),
})

/** An application's key figures. */
const stats = {
  channels: z.record(z.enum(CHANNELS), z.enum(CHANNEL_HEALTH)),
  /** Contacts that can be reached on each channel. */
  reach: z.record(z.enum(CHANNELS), z.int()),
  contacts: z.int(),
  last_run: z.optional(LastRun),
}

export const Application = z.object({
  uuid,
  app_id: uuid,
  application_uuid: uuid,
  slug: uuid,
  name: z.string(),
  organization_uuid: uuid,
  organization_name: z.string(),
  timezone: z.string(),
  quiet_from: z.string(),
  quiet_to: z.string(),
  /** Null: no cap. */
  frequency_cap: z.record(z.enum(CHANNELS), z.nullable(FrequencyCap)),
  /** How long an immediately launched campaign waits before its first message leaves; until then the launch can be undone. */
  undo_seconds: z.int(),
  /** The UTM tags that its campaigns add to links by default; null: none. */
  utm: z.nullable(Utm),
  logo: z.nullable(z.string()),
  created_on: epochSeconds,
  ...stats,
})
export type Application = z.infer<typeof Application>

/** What the list of applications and the route guard need of one application. */
export const ApplicationStats = z.object({
  application_uuid: uuid,
  app_id: uuid,
  slug: uuid,
  name: z.string(),
  organization_uuid: uuid,
  organization_name: z.string(),
  ...stats,
})
export type ApplicationStats = z.infer<typeof ApplicationStats>

export const listApplicationStats = endpoint({
  call: 'GET /api/dashboard/application',
  summary: 'All applications of the caller with channel health, reach and last run',
  access: 'user',
  data: z.array(ApplicationStats),
})

export const listApplications = endpoint({
  call: 'GET /api/verticals',
  summary: "The caller's applications, each with its stats",
  access: 'user',
  query: z.object({ ...paging, search, organization_uuid: z.optional(uuid) }),
  data: z.array(Application),
  paged: true,
})

export const readApplication = endpoint({
  call: 'GET /api/verticals/{uuid}',
  summary: 'One application with its stats',
  access: 'user',
  params: z.object({ uuid: anyId }),
  data: Application,
})

/** Rights are checked on the organization named by the body, or on the application's own for an update. */
export const saveApplication = endpoint({
  call: 'POST /api/verticals',
  summary: 'Create an application, or change the one named by uuid',
  access: { activity: ACTIVITY.applications, level: 'create', scope: 'organization' },
  body: z.object({
    uuid: z.optional(uuid),
    name: text(100),
    organization_uuid: z.optional(uuid),
    timezone: z.optional(timeZone),
    quiet_from: z.optional(clockTime),
    quiet_to: z.optional(clockTime),
    /** Channels that are left out stay as they are; null removes a cap. */
    frequency_cap: z.optional(
      z.nullable(z.object({ email: capOf, sms: capOf, whatsapp: capOf, webpush: capOf, mobilepush: capOf })),
    ),
    /** 0: launches do not wait. */
    undo_seconds: z.optional(
      z
        .int(sentenceKey('fields.format'))
        .check(z.minimum(0, sentenceKey('fields.atLeast')), z.maximum(UNDO_SECONDS_MAX, sentenceKey('fields.atMost'))),
    ),
    utm: z.optional(z.nullable(Utm)),
    logo: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  }),
  data: z.object({ app_id: uuid }),
})

export const deleteApplication = endpoint({
  call: 'DELETE /api/verticals',
  summary: 'Delete an application: gone at once, erased after 30 days; 409 names what is running or scheduled',
  access: { activity: ACTIVITY.applications, level: 'delete', scope: 'organization' },
  query: z.object({ application_uuid: uuid }),
  body: z.object(typedName),
})

export const switchApplication = endpoint({
  call: 'GET /api/update-notification-vertical/{uuid}',
  summary: 'Make an application the active one: a new user object with a token for it',
  access: 'user',
  params: z.object({ uuid: anyId }),
  data: UserDetails,
})

/** First part of an application's dashboard: setup, contacts and last runs, from real data. */
export const ApplicationOverview = z.object({
  channels: z.record(z.enum(CHANNELS), z.enum(CHANNEL_HEALTH)),
  reach: z.record(z.enum(CHANNELS), z.int()),
  contacts: z.object({ total: z.int(), added_7_days: z.int(), segments: z.int(), suppressed: z.int() }),
  templates: z.int(),
  /** Active members of the organization, the caller among them. */
  members: z.int(),
  runs: z.array(
    z.object({
      ...LastRun.shape,
      notification_type: z.enum(CHANNELS),
      counts: z.record(z.string(), z.int()),
    }),
  ),
})
export type ApplicationOverview = z.infer<typeof ApplicationOverview>

export const readOverview = endpoint({
  call: 'GET /api/dashboard/overview',
  summary: 'Channel set-up, contacts and last runs of the active application',
  access: 'application',
  data: ApplicationOverview,
})
