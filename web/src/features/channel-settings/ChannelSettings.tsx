import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import { CHANNEL_FORMS, formOf, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { FlaskConical, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { PendingState } from '../../components/approvals/PendingState.tsx'
import { usePendingOf, useReopened } from '../../components/approvals/use-request.ts'
import { SettingsSkeleton } from '../../components/channel-settings/SettingsSkeleton.tsx'
import { CHANNEL_LOOKS, channelIn } from '../../components/channels/channels.ts'
import { NextStep } from '../../components/first-steps/NextStep.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan, useUser } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import { ProviderForm, type ProviderFormProps } from './ProviderForm.tsx'
import { askedIn, type FormValues, providersOf, savedOf, valuesOf } from './use-settings-form.ts'

/** `setup=form` opens the empty form, `setup=sandbox` one that is filled in for the sandbox. */
const state = z.object({ setup: z._default(z.enum(['', 'form', 'sandbox']), '') })

/** One channel's tab: a request that waits, nothing set up yet, or the form. */
export function ChannelSettings({ channel }: { channel: SettingsChannel }) {
  const slug = useSlug()
  const { t } = useTranslation('channels')
  const [{ setup }, change] = useUrlState(state)
  const { activity } = CHANNEL_FORMS[channel]
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const read = useRead(calls.read, {})
  const installation = useRead(readInstallation, {})
  const ownAddress = useUser().email
  const smtp = installation.data?.sandbox_smtp ?? null
  const sandbox = smtp && { smtp, ownAddress, slug }
  const mayCreate = useCan(activity, 'create')
  const reopened = useReopened(
    ({ command, payload }) => command.startsWith('channel.') && channelIn(payload['channel']) === channel,
  )
  const saved = savedOf(channel, read.data)
  const pending = usePendingOf({ object: 'channel', id: channel })
  const approval = saved?.state.approval_uuid ?? pending
  if (read.error && read.data === undefined) {
    return <ReadFailure error={read.error} title={t(`states.${channel}.failed`)} onRetry={() => void read.refetch()} />
  }
  if (read.data === undefined || installation.isPending || reopened.isLoading) return <SettingsSkeleton />
  if (saved === null && approval !== undefined) {
    return <PendingState approval={approval} refreshes={[calls.read]} />
  }
  if (saved !== null || reopened.request !== undefined || (setup !== '' && mayCreate)) {
    return (
      <>
        {saved !== null && approval === undefined && <NextStep after="channel" />}
        <SettingsForm
          key={`${saved === null ? `new-${setup}` : 'saved'} ${reopened.request?.uuid ?? ''}`}
          channel={channel}
          saved={saved}
          sandbox={sandbox}
          approval={approval}
          reopened={reopened}
          startWithSandbox={setup === 'sandbox'}
          onSettled={() => change({ setup: '' }, { replace: true })}
        />
        {saved !== null && (channel === 'sms' || channel === 'whatsapp') && (
          <div className="mt-6">
            <PricesPanel channel={channel} />
          </div>
        )}
      </>
    )
  }
  return (
    <StateCard
      kind="empty"
      icon={CHANNEL_LOOKS[channel].icon}
      framed
      title={t(`states.${channel}.empty`)}
      actions={
        mayCreate && (
          <>
            <Button variant="primary" icon={Settings2} onClick={() => change({ setup: 'form' })}>
              {t(`states.${channel}.empty`)}
            </Button>
            {sandbox && (
              <Button variant="ghost" icon={FlaskConical} onClick={() => change({ setup: 'sandbox' })}>
                {t('sandbox.use')}
              </Button>
            )}
          </>
        )
      }
    >
      {t(`states.${channel}.emptyText`)} {!mayCreate && t('askSomebody')}
    </StateCard>
  )
}

type SettingsFormProps = Omit<ProviderFormProps, 'type' | 'start' | 'asked' | 'isTouched' | 'choice'>

/** A channel's settings: the provider, and its form. What was typed for another provider waits there until one comes back. */
function SettingsForm(props: SettingsFormProps) {
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

interface ProviderChoiceProps {
  providers: readonly string[]
  value: string
  onChange: (type: string) => void
  disabled: boolean
  /** Another one is in use until the form is saved. */
  isMove: boolean
}

/** Who carries the channel's messages, where there is a choice. */
function ProviderChoice({ providers, value, onChange, disabled, isMove }: ProviderChoiceProps) {
  const { t } = useTranslation('channels')
  if (providers.length < 2) return null
  return (
    <div>
      <RadioRows
        aria-label={t('provider.title')}
        value={value}
        onChange={onChange}
        disabled={disabled}
        rows={providers.map(each => ({
          value: each,
          title: t(`provider.${each}.name`),
          help: t(`provider.${each}.text`),
        }))}
      />
      {isMove && <p className="mt-2 text-12 text-muted">{t('provider.change')}</p>}
    </div>
  )
}
