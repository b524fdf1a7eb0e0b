/** Settings as a form holds them: what the wire says as flat values, asterisks in the place of stored secrets. */
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { ConfigurationState } from '@notifly/contracts/channel-settings/channel-settings'
import {
  bodyOfChosen,
  type Chosen,
  CHANNEL_FORMS,
  chosenIn,
  formOf,
  KEPT_SECRET,
  type SettingsChannel,
} from '@notifly/contracts/channel-settings/channels'
import {
  type AnySettings,
  fieldsOf,
  isBlank,
  isKeptSecret,
  type SettingField,
  type SettingsForm,
} from '@notifly/contracts/channel-settings/form'
import { says } from '@notifly/contracts/sentences/sentence'
import type * as z from 'zod/mini'
import { channelIn } from '../../components/channels/channels.ts'

/** Of whatever channel: provider and settings as they are stored, and what the configuration says of itself. */
export interface Saved extends Chosen {
  state: ConfigurationState
  /** Settings and all else that the answer says, for what only one channel does. */
  answer: AnySettings
}

export function savedOf(channel: SettingsChannel, answer: unknown): Saved | null {
  if (answer === null || answer === undefined) return null
  const values = answer as AnySettings & ConfigurationState
  const { type, settings } = chosenIn(channel, values)
  return { type, settings, state: values, answer: { ...values, ...settings } }
}

export type FormValues = Record<string, unknown>

/** What a form begins with: a rejected request goes before what is stored, that before the defaults. */
export function valuesOf(form: SettingsForm, stored: AnySettings = {}, asked?: AnySettings): FormValues {
  return Object.fromEntries(
    fieldsOf(form).map(([name, field]) => {
      const typed = asked?.[name]
      const isAsked = asked !== undefined && (!field.isSecret || !isBlank(typed))
      return [name, (isAsked ? typed : stored[name]) ?? field.initial]
    }),
  )
}

/** What a rejected request asked for; undefined for one of another channel. */
export function askedIn(channel: SettingsChannel, request: Approval | undefined): Chosen | undefined {
  if (request === undefined || channelIn(request.payload['channel']) !== channel) return undefined
  const { channel: _, ...body } = request.payload
  return chosenIn(channel, body)
}

export const isMasked = (value: unknown): boolean => value === KEPT_SECRET

/** Whether a secret cannot be kept unseen: what it is bound to has changed. */
export function mustRetype(field: SettingField, typed: AnySettings, kept: AnySettings | undefined): boolean {
  return kept !== undefined && field.boundTo.some(name => textOf(typed[name]) !== textOf(kept[name]))
}

/** A number is one when it comes, and text once somebody has typed. */
function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** The provider's own schema, with what only several fields show and secrets that have to be there. */
export function schemaOf(form: SettingsForm, stored: AnySettings | undefined): z.ZodMiniType<FormValues, FormValues> {
  const missing = (values: AnySettings) =>
    fieldsOf(form)
      .filter(([name, field]) => field.isSecret && !field.isOptional && isBlank(values[name]) && !stored?.[name])
      .map(([field]) => ({ field, message: says('fields.required') }))
  const whole = form.schema.check(payload => {
    for (const { field, message } of [...missing(payload.value), ...form.faults(payload.value)]) {
      payload.issues.push({ code: 'custom', input: payload.value, path: [field], message })
    }
  })
  return whole as unknown as z.ZodMiniType<FormValues, FormValues>
}

/** For the wire: the asterisks that stand for stored secrets are taken off again. */
export function bodyOf(channel: SettingsChannel, type: string, values: FormValues): Record<string, unknown> {
  const form = formOf(channel, type)
  const settings = Object.fromEntries(
    fieldsOf(form ?? { fields: {} }).map(([name, field]) => [
      name,
      field.isSecret ? withoutMask(values[name]) : values[name],
    ]),
  )
  return bodyOfChosen(channel, { type, settings })
}

function withoutMask(secret: unknown): unknown {
  if (typeof secret !== 'string') return secret
  if (isKeptSecret(secret)) return ''
  return secret.startsWith(KEPT_SECRET) ? secret.slice(KEPT_SECRET.length) : secret
}

/** Providers of a channel, the usual one first. */
export function providersOf(channel: SettingsChannel): string[] {
  return Object.keys(CHANNEL_FORMS[channel].forms)
}
