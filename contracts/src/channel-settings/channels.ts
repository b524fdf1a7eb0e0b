/** Which providers each channel has, and where a body or an answer holds a provider's settings. */
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

/** How a stored secret is answered; sent back unchanged it keeps the stored one. */
export const KEPT_SECRET = MASK

interface ChannelForms {
  activity: ActivityId
  /** By the names under which bodies choose a provider, the registry of channels knows it, and its reports arrive. */
  forms: Readonly<Record<string, SettingsForm>>
  /** The field that says which; absent where there is but one. */
  choice?: string
  /** The field that holds the settings; absent where they are beside the choice. */
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

/** The same of every channel: which provider, by its name in bodies, and its settings. */
export interface Chosen {
  type: string
  settings: AnySettings
}

/** Finds provider and settings in a body or an answer. */
export function chosenIn(channel: SettingsChannel, values: AnySettings): Chosen {
  const { forms, choice, place } = CHANNEL_FORMS[channel]
  const [only = ''] = Object.keys(forms)
  const type = choice === undefined ? only : String(values[choice])
  const { [choice ?? '']: _, ...beside } = values
  return { type, settings: place === undefined ? beside : ((values[place] ?? {}) as AnySettings) }
}

/** The other way round. */
export function bodyOfChosen(channel: SettingsChannel, { type, settings }: Chosen): Record<string, unknown> {
  const { choice, place } = CHANNEL_FORMS[channel]
  return {
    ...(choice !== undefined && { [choice]: type }),
    ...(place === undefined ? settings : { [place]: settings }),
  }
}

/** The name of a setting as errors and requests point at it. */
export function placeOfSetting(channel: SettingsChannel, field: string): string {
  const { place } = CHANNEL_FORMS[channel]
  return place === undefined ? field : `${place}.${field}`
}

/** The form of a channel that belongs to a name in bodies; undefined for a name that is none. */
export function formOf(channel: SettingsChannel, type: string): SettingsForm | undefined {
  return CHANNEL_FORMS[channel].forms[type]
}
