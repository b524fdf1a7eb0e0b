/**
 * Settings of each channel's providers: one configuration per channel, the same calls for all. Each provider's settings have a file of
 * their own in channel-settings/; a new provider is added to channel-settings/channels.ts, and here to the body and the answer of its
 * channel.
 */
import * as z from 'zod/mini'
import { CAMPAIGN_STATUSES } from '../campaigns/campaigns.ts'
import { CHANNEL_FORMS, type SettingsChannel } from './channels.ts'
import { MOBILEPUSH } from './mobilepush.ts'
import { SES } from './ses.ts'
import { SMTP } from './smtp.ts'
import { WHATSAPP } from './whatsapp.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** The object itself, or the same as a JSON string (as form fields carry it). */
const objectOrJson = z.union([
  z.record(z.string(), z.unknown()),
  z.pipe(
    z.string(),
    z.transform((value, context) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        context.issues.push({ code: 'custom', message: sentenceKey('fields.notJson'), input: value })
        return z.NEVER
      }
    }),
  ),
])

const nested = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(objectOrJson, schema as never) as unknown as Schema

/** Fields that all providers have; the others are in the provider's form. */
type OfProvider<More extends z.core.$ZodShape> = { provider: string } & z.output<z.ZodMiniObject<More>> &
  Record<string, unknown>

/** One shape for each provider of text messages, and further fields that all have. */
function smsProviders<More extends z.core.$ZodShape>(part: 'schema' | 'answer', more: More) {
  const [first, ...others] = Object.entries(CHANNEL_FORMS.sms.forms).map(([provider, form]) =>
    z.object({ provider: z.literal(provider), ...form[part].shape, ...more }),
  )
  if (first === undefined) throw new Error('SMS has no provider')
  const union = z.discriminatedUnion('provider', [first, ...others], sentenceKey('channels.chooseSms'))
  return union as unknown as z.ZodMiniType<OfProvider<More>, Record<string, unknown>>
}

/** The settings that a person enters, by channel. */
export const SETTINGS_BODIES = {
  email: z.discriminatedUnion(
    'configuration_type',
    [
      z.object({
        configuration_type: z.literal('smtp'),
        configuration_setting: nested(SMTP.schema),
        ...reopening,
      }),
      z.object({
        configuration_type: z.literal('aws_ses'),
        configuration_setting: nested(SES.schema),
        ...reopening,
      }),
    ],
    sentenceKey('channels.chooseEmail'),
  ),
  sms: smsProviders('schema', reopening),
  whatsapp: z.object({ ...WHATSAPP.schema.shape, ...reopening }),
  mobilepush: z.object({ ...MOBILEPUSH.schema.shape, ...reopening }),
} as const satisfies Record<SettingsChannel, z.ZodMiniType>

/** Fields of every stored configuration. */
const state = {
  /** While the configuration fails: what the last hand-over reported. */
  failure: z.nullable(z.object({ ...said, since: epochSeconds })),
  /** Campaigns that would be paused or wait without this configuration. */
  campaigns: z.array(z.object({ uuid, name: z.string(), status: z.enum(CAMPAIGN_STATUSES) })),
  /** The URL for the provider's reports; null if it does not report by HTTP. Its end is masked for callers who may not change it. */
  hook_url: z.nullable(z.string()),
  /** The provider could report deliveries to that URL, but does not yet. */
  awaits_reports: z.optional(z.literal(true)),
  updated_on: epochSeconds,
  ...pendingApproval,
}

const ofEmail = {
  /** The DNS record with the public key of signatures, to be published by hand; null without DKIM. */
  dkim_record: z.nullable(z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() })),
  /** Certificate authorities: only these are trusted for the server's certificate. */
  ca_certificates: z.array(z.object({ subject: z.string(), fingerprint: z.string(), valid_until: epochSeconds })),
  /** The server does not support pipelining after the end of a message, as sending or a test has found. */
  one_at_a_time: z.optional(z.literal(true)),
  ...state,
}

const EmailConfiguration = z.discriminatedUnion('configuration_type', [
  z.object({ configuration_type: z.literal('smtp'), configuration_setting: SMTP.answer, ...ofEmail }),
  z.object({ configuration_type: z.literal('aws_ses'), configuration_setting: SES.answer, ...ofEmail }),
])
export type EmailConfiguration = z.infer<typeof EmailConfiguration>

const SmsConfiguration = smsProviders('answer', state)
export type SmsConfiguration = z.infer<typeof SmsConfiguration>

const WhatsappConfiguration = z.object({ ...WHATSAPP.answer.shape, verify_token: z.string(), ...state })
export type WhatsappConfiguration = z.infer<typeof WhatsappConfiguration>

const MobilepushConfiguration = z.object({
  ...MOBILEPUSH.answer.shape,
  /** The project that the stored service account belongs to. */
  fcm_project_id: z.optional(z.string()),
  ...state,
})
export type MobilepushConfiguration = z.infer<typeof MobilepushConfiguration>

export type ConfigurationState = z.infer<z.ZodMiniObject<typeof state>>

/** The steps in order, up to the first that failed. */
export const ConfigurationTest = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), ...said })),
})
export type ConfigurationTest = z.infer<typeof ConfigurationTest>

/** The calls of one channel's configuration. */
function configurationCalls<Name extends SettingsChannel, Body extends z.ZodMiniType, Data extends z.ZodMiniType>(
  channel: Name,
  title: string,
  body: Body,
  data: Data,
) {
  const path = pathOf(channel)
  const access = accessOf(channel)
  return {
    read: endpoint({
      call: `GET ${path}`,
      summary: `The configuration of ${title}; null while there is none`,
      access: access('read'),
      data: z.nullable(data),
    }),
    create: endpoint({
      call: `POST ${path}`,
      summary: `Set up ${title}; 409 when it is set up already`,
      access: access('create'),
      held: true,
      status: 201,
      body,
      data,
      message: 'channels.setUp',
    }),
    update: endpoint({
      call: `PUT ${path}`,
      summary: `Change the configuration of ${title}; kept secrets stay only while server and account are the same`,
      access: access('update'),
      held: true,
      body,
      data,
      message: 'channels.saved',
    }),
    remove: endpoint({
      call: `DELETE ${path}`,
      summary: `Remove the configuration of ${title}; runs in progress pause, scheduled ones wait`,
      access: access('delete'),
      held: true,
      query: z.object(reopening),
      message: 'channels.removed',
    }),
    ...furtherCalls(channel, body),
  }
}

/** Calls that do not change settings. */
function furtherCalls<Body extends z.ZodMiniType>(channel: SettingsChannel, body: Body) {
  const path = pathOf(channel)
  const access = accessOf(channel)
  return {
    test: endpoint({
      call: `POST ${path}/test`,
      summary: 'Try a configuration, saved or not, step by step',
      // It opens connections to whatever the body names, so it requires the right to change settings.
      access: access('create'),
      body,
      data: ConfigurationTest,
    }),
    rotateHook: endpoint({
      call: `POST ${path}/hook-token`,
      summary: 'A new address for the reports of the provider; the one before is dead at once',
      access: access('update'),
      data: z.object({ hook_url: z.string() }),
      message: 'channels.hookRotated',
    }),
  }
}

const pathOf = (channel: SettingsChannel) => `/api/notifications/${channel}/configuration`

function accessOf(channel: SettingsChannel) {
  const { activity } = CHANNEL_FORMS[channel]
  return <Level extends 'read' | 'create' | 'update' | 'delete'>(level: Level) =>
    ({ activity, level, scope: 'application' }) as const
}

/** For code that serves all channels. */
export type ConfigurationCalls = ReturnType<typeof configurationCalls<SettingsChannel, z.ZodMiniType, z.ZodMiniType>>

export const CONFIGURATION_CALLS = {
  email: configurationCalls('email', 'email', SETTINGS_BODIES.email, EmailConfiguration),
  sms: configurationCalls('sms', 'SMS', SETTINGS_BODIES.sms, SmsConfiguration),
  whatsapp: configurationCalls('whatsapp', 'WhatsApp', SETTINGS_BODIES.whatsapp, WhatsappConfiguration),
  mobilepush: configurationCalls('mobilepush', 'mobile push', SETTINGS_BODIES.mobilepush, MobilepushConfiguration),
} as const satisfies Record<SettingsChannel, unknown>

export const {
  read: readEmailConfiguration,
  create: createEmailConfiguration,
  update: updateEmailConfiguration,
} = CONFIGURATION_CALLS.email
