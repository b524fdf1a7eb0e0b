import { formOf } from '@notifly/contracts/channel-settings/channels'
import { useState } from 'react'
import { ProviderChoice } from './ProviderChoice.tsx'
import { ProviderForm, type ProviderFormProps } from './ProviderForm.tsx'
import { askedIn, type FormValues, providersOf, valuesOf } from './settings-values.ts'

type SettingsFormProps = Omit<ProviderFormProps, 'type' | 'start' | 'asked' | 'isTouched' | 'choice'>

/** A channel's settings: the provider, and its form. What was typed for another provider waits there until one comes back. */
export function SettingsForm(props: SettingsFormProps) {
  const { channel, saved, reopened } = props
  const request = askedIn(channel, reopened.request)
  const providers = providersOf(channel)
  const [type, setType] = useState(request?.type ?? saved?.type ?? providers[0] ?? '')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, FormValues>>(new Map())
  const form = formOf(channel, type)
  if (form === undefined) return null
  const stored = saved?.type === type ? saved.settings : undefined
  const asked = request?.type === type ? request.settings : undefined
  const start = drafts.get(type) ?? valuesOf(form, stored, asked)
  return (
    <ProviderForm
      {...props}
      key={type}
      type={type}
      start={start}
      asked={asked}
      isTouched={drafts.size > 0}
      choice={(typed, mayWrite) => (
        <ProviderChoice
          providers={providers}
          value={type}
          disabled={!mayWrite}
          isMove={saved !== null && saved.type !== type}
          onChange={next => {
            setDrafts(new Map([...drafts, [type, typed()]]))
            setType(next)
          }}
        />
      )}
    />
  )
}
