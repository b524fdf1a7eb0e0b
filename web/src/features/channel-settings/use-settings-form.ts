import { listApplicationStats, readOverview } from '@notifly/contracts/applications/applications'
import { listApprovals } from '@notifly/contracts/approvals/approvals'
import {
  CONFIGURATION_CALLS,
  type ConfigurationCalls,
  type ConfigurationTest,
} from '@notifly/contracts/channel-settings/channel-settings'
import { formOf, placeOfSetting, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import type { AnySettings } from '@notifly/contracts/channel-settings/form'
import { createContext, useContext, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, callFully } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'
import { bodyOf, type FormValues, type Saved, savedOf, schemaOf, valuesOf } from './settings-values.ts'

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
    const { data, message, makerChecker } = await atOwnFields(callFully(endpoint, { body }))
    if (makerChecker) {
      // It waits with the request: nobody is asked whether to leave it behind.
      form.reset(form.getValues())
      await Promise.all([refresh(calls.read), refresh(listApprovals)])
      return
    }
    if (message) announce({ tone: 'success', message })
    form.reset(valuesOf(provider, savedOf(channel, data)?.settings))
    await Promise.all([calls.read, listApplicationStats, readOverview].map(each => refresh(each)))
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

/** The server names fields by their place in the body; here they stand at the top. */
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
