/** The providers of each channel, and where a body or an answer has a provider's settings. */
import { ACTIVITY, type ActivityId } from '../roles/activities.ts'
import type { Channel } from '../applications/applications.ts'
import { MASK } from '../approvals/holding.ts'
import { type AnySettings, isBlank, type SettingsForm, settingsForm } from './form.ts'
import { MOBILEPUSH } from './mobilepush.ts'
import { SES } from './ses.ts'
import { SMTP } from './smtp.ts'
import { WHATSAPP } from './whatsapp.ts'
import { optionalText, rateField, secretField, textField } from './fields.ts'

// Twilio: a number of its own, or a messaging service that chooses one.

const TWILIO = settingsForm(
  {
    account_sid: textField({
      section: 'account',
      maxLength: 34,
      pattern: /^AC[0-9a-f]{32}$/i,
      message: 'channels.accountSid',
    }),
    auth_token: secretField({ section: 'account', boundTo: ['account_sid'] }),
    from: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 20,
      pattern: /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11})$/,
      message: 'channels.twilioFrom',
      input: 'tel',
    }),
    messaging_service_sid: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 34,
      pattern: /^MG[0-9a-f]{32}$/i,
      message: 'channels.serviceSid',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  {
    title: () => 'Twilio',
    faults: ({ from, messaging_service_sid }) => {
      if (isBlank(from) && isBlank(messaging_service_sid)) {
        return [{ field: 'from', message: 'channels.numberOrService' }]
      }
      if (isBlank(from) || isBlank(messaging_service_sid)) return []
      return [{ field: 'messaging_service_sid', message: 'channels.notBoth' }]
    },
  },
)

// Karix: a key and a sender of its own for each kind of message.

const sender = () =>
  textField({
    section: 'senders',
    maxLength: 15,
    pattern: /^[A-Za-z0-9._-]+$/,
    message: 'channels.senderName',
  })

const key = () => secretField({ section: 'senders' })

const KARIX = settingsForm(
  {
    otp_key: key(),
    otp_sender: sender(),
    transactional_key: key(),
    transactional_sender: sender(),
    promotional_key: key(),
    promotional_sender: sender(),
    dlt_entity_id: optionalText({
      section: 'dlt',
      maxLength: 30,
      pattern: /^\d+$/,
      message: 'channels.digits',
      input: 'numeric',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  { title: () => 'Karix' },
)

/** Stands for a stored secret in answers; if it is sent back unchanged, the stored secret is kept. */
export const KEPT_SECRET = MASK

interface ChannelForms {
  activity: ActivityId
  /** Names of providers in request bodies, in the registry of channels, and in the URLs of their reports. */
  forms: Readonly<Record<string, SettingsForm>>
  /** The field that selects the provider; absent if there is only one. */
  choice?: string
  /** The field with the provider's settings; absent if they are beside the selection. */
  place?: string
}

export const SETTINGS_CHANNELS = ['email', 'sms', 'whatsapp', 'mobilepush'] as const satisfies readonly Channel[]
export type SettingsChannel = (typeof SETTINGS_CHANNELS)[number]

export const CHANNEL_FORMS: Readonly<Record<SettingsChannel, ChannelForms>> = {
  email: {
    activity: ACTIVITY.platformEmail,
    forms: { smtp: SMTP, aws_ses: SES },
    choice: 'configuration_type',
    place: 'configuration_setting',
  },
  sms: { activity: ACTIVITY.platformSms, forms: { Karix: KARIX, Twilio: TWILIO }, choice: 'provider' },
  whatsapp: { activity: ACTIVITY.platformWhatsapp, forms: { cloud_api: WHATSAPP } },
  mobilepush: { activity: ACTIVITY.platformWebpush, forms: { mobilepush: MOBILEPUSH } },
}

/** The same for every channel: the provider, by its name in bodies, and its settings. */
export interface Chosen {
  type: string
  settings: AnySettings
}

/** Returns the provider and its settings from a body or an answer. */
export function chosenIn(channel: SettingsChannel, values: AnySettings): Chosen {
  const { forms, choice, place } = CHANNEL_FORMS[channel]
  const [only = ''] = Object.keys(forms)
  const type = choice === undefined ? only : String(values[choice])
  const { [choice ?? '']: _, ...beside } = values
  return { type, settings: place === undefined ? beside : ((values[place] ?? {}) as AnySettings) }
}

/** The reverse: builds the body. */
export function bodyOfChosen(channel: SettingsChannel, { type, settings }: Chosen): Record<string, unknown> {
  const { choice, place } = CHANNEL_FORMS[channel]
  return {
    ...(choice !== undefined && { [choice]: type }),
    ...(place === undefined ? settings : { [place]: settings }),
  }
}

/** The name of a setting in errors and requests. */
export function placeOfSetting(channel: SettingsChannel, field: string): string {
  const { place } = CHANNEL_FORMS[channel]
  return place === undefined ? field : `${place}.${field}`
}

/** The form of the channel's provider with this name in bodies; undefined if there is none. */
export function formOf(channel: SettingsChannel, type: string): SettingsForm | undefined {
  return CHANNEL_FORMS[channel].forms[type]
}
