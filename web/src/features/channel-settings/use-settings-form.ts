import { readSenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import { listApplicationStats, readOverview } from '@notifly/contracts/applications/applications'
import { type Approval, listApprovals } from '@notifly/contracts/approvals/approvals'
import {
  CONFIGURATION_CALLS,
  type ConfigurationCalls,
  type ConfigurationState,
  type ConfigurationTest,
} from '@notifly/contracts/channel-settings/channel-settings'
import {
  bodyOfChosen,
  CHANNEL_FORMS,
  type Chosen,
  chosenIn,
  formOf,
  KEPT_SECRET,
  placeOfSetting,
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
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { createContext, useContext, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../../api/api-error.ts'
import { call, callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { channelIn } from '../../components/channels/channels.ts'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'

/** Settings as a form holds them: what the wire says as flat values, asterisks in the place of stored secrets. */

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

/** A number is one when it comes, and text once it was typed. */
function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** The provider's own schema, with what only several fields show and secrets that have to be there. */
export function schemaOf(form: SettingsForm, stored: AnySettings | undefined): z.ZodMiniType<FormValues, FormValues> {
  const missing = (values: AnySettings) =>
    fieldsOf(form)
      .filter(([name, field]) => field.isSecret && !field.isOptional && isBlank(values[name]) && !stored?.[name])
      .map(([field]) => ({ field, message: sentenceKey('fields.required') }))
  const whole = form.schema.check(payload => {
    for (const { field, message } of [...missing(payload.value), ...form.faults(payload.value)]) {
      payload.issues.push({ code: 'custom', input: payload.value, path: [field], message })
    }
  })
  return whole as unknown as z.ZodMiniType<FormValues, FormValues>
}

/** For the wire: the asterisks that mean stored secrets are removed. */
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

/** What the fields of a provider's form work on. */
export interface Settings {
  form: ApiForm<FormValues, FormValues>
  /** What is stored at this provider; undefined while nothing is. */
  stored: AnySettings | undefined
  /** What the rejected request says that is being corrected; its secrets stay with it. */
  asked: AnySettings | undefined
  /** They can be read, not changed. */
  readOnly: boolean
}

export const SettingsContext = createContext<Settings | null>(null)

export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (settings === null) throw new Error('a setting needs a form around it')
  return settings
}

interface Given {
  channel: SettingsChannel
  /** The provider whose settings are typed. */
  type: string
  saved: Saved | null
  start: FormValues
  reopens: { reopens?: string }
}

/** The form with its two writes: saving (create, then update) and trying the connection. `retry` does the last one again. */
export function useSettingsForm({ channel, type, saved, start, reopens }: Given) {
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const provider = formOf(channel, type)
  if (provider === undefined) throw new Error(`${channel} has no provider ${type}`)
  const stored = saved?.type === type ? saved.settings : undefined
  const form = useApiForm(schemaOf(provider, stored), { defaultValues: start })
  const [trial, setTrial] = useState<ConfigurationTest | 'running'>()
  const [isTrial, setIsTrial] = useState(false)
  const atOwnFields = <T>(work: Promise<T>) => placed(channel, work)

  const save = form.submit(async values => {
    setIsTrial(false)
    const endpoint = saved === null ? calls.create : calls.update
    const body = { ...bodyOf(channel, type, values), ...reopens }
    const { data, message, makerChecker } = await atOwnFields(callWithMeta(endpoint, { body }))
    if (makerChecker) {
      // It waits with the request: leaving needs no question.
      form.reset(form.getValues())
      await Promise.all([refresh(calls.read), refresh(listApprovals)])
      return
    }
    if (message) announce({ tone: 'success', message })
    form.reset(valuesOf(provider, savedOf(channel, data)?.settings))
    const shown = [
      calls.read,
      listApplicationStats,
      readOverview,
      ...(channel === 'email' ? [readSenderAuthentication] : []),
    ]
    await Promise.all(shown.map(each => refresh(each)))
  })

  const tryOut = form.submit(async values => {
    setIsTrial(true)
    setTrial('running')
    try {
      setTrial(await atOwnFields(call(calls.test, { body: bodyOf(channel, type, values) })))
      await refresh(calls.read)
    } catch (error) {
      setTrial(undefined)
      throw error
    }
  })

  return { form, save, tryOut, trial, retry: isTrial ? tryOut : save }
}

/** The server names fields by their place in the body; here they are at the top. */
async function placed<T>(channel: SettingsChannel, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const prefix = placeOfSetting(channel, '')
    const errors = error.errors.map(each => ({ ...each, field: each.field.replace(prefix, '') }))
    throw error.withErrors(errors)
  }
}
