import {
  type ConfigurationTest,
  createEmailConfiguration,
  type EmailConfiguration,
  readEmailConfiguration,
  SmtpSettings,
  testEmailConfiguration,
  updateEmailConfiguration,
} from '@notifly/contracts/channel-settings'
import { listApprovals } from '@notifly/contracts/approvals'
import { listApplicationStats, readOverview } from '@notifly/contracts/applications'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, callFully } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { bodyOfValues, type EmailValues, valuesOf } from './email-values.ts'

/** The form with its two writes: saving (create, then update) and trying the connection. */
export function useEmailForm(saved: EmailConfiguration | null, start: EmailValues, reopens: { reopens?: string }) {
  const form = useApiForm(SmtpSettings, { defaultValues: start })
  const [trial, setTrial] = useState<ConfigurationTest | 'running'>()

  const save = form.submit(async values => {
    const endpoint = saved === null ? createEmailConfiguration : updateEmailConfiguration
    const { data, message, makerChecker } = await atOwnFields(
      callFully(endpoint, { body: { ...bodyOfValues(values), ...reopens } }),
    )
    if (makerChecker) {
      // It waits with the request: nobody is asked whether to leave it behind.
      form.reset(form.getValues())
      await Promise.all([refresh(readEmailConfiguration), refresh(listApprovals)])
      return
    }
    if (message) announce({ tone: 'success', message })
    form.reset(valuesOf(data))
    await Promise.all([readEmailConfiguration, listApplicationStats, readOverview].map(each => refresh(each)))
  })

  const tryOut = form.submit(async values => {
    setTrial('running')
    try {
      setTrial(await atOwnFields(call(testEmailConfiguration, { body: bodyOfValues(values) })))
      await refresh(readEmailConfiguration)
    } catch (error) {
      setTrial(undefined)
      throw error
    }
  })

  return { form, save, tryOut, trial }
}

/** The server names fields by their place in the body; here they stand at the top. */
async function atOwnFields<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors = error.errors.map(each => ({ ...each, field: each.field.replace('configuration_setting.', '') }))
    throw new ApiError({ ...error, message: error.message, errors }, error)
  }
}
