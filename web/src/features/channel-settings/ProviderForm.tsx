import {
  CONFIGURATION_CALLS,
  type ConfigurationCalls,
  type ConfigurationState,
} from '@notifly/contracts/channel-settings/channel-settings'
import { CHANNEL_FORMS, formOf, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import type { AnySettings } from '@notifly/contracts/channel-settings/form'
import { FlaskConical, Lock, PlugZap } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { useFieldInfo, useInfoPlaces } from '../../components/channel-settings/FieldInfo.tsx'
import { RemoveDialog } from '../../components/channel-settings/RemoveDialog.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { SenderAuthentication } from '../../components/email/SenderAuthentication.tsx'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { AppPanel, HookPanel } from './HookPanel.tsx'
import { ConnectionTrial } from './ConnectionTrial.tsx'
import { SettingsFields } from './SettingsFields.tsx'
import { type Sandbox, sandboxValues } from './sandbox-values.ts'
import { type FormValues, type Saved, SettingsContext, useSettingsForm } from './use-settings-form.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface ProviderFormProps {
  channel: SettingsChannel
  /** The provider whose settings are typed. */
  type: string
  saved: Saved | null
  start: FormValues
  /** What the rejected request says of this provider that is being corrected. */
  asked: AnySettings | undefined
  /** Null while there is no sandbox. */
  sandbox: Sandbox | null
  startWithSandbox: boolean
  /** The request that is open on the settings. */
  approval: string | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
  /** Something was typed before the provider was changed. */
  isTouched: boolean
  /** The choice of the provider, given what is typed so far. */
  choice: (typed: () => FormValues, mayWrite: boolean) => ReactNode
  /** The configuration was removed. */
  onSettled: () => void
}

/** A provider's settings as a form; what a field means is said beside it. Save creates, then updates; Cancel removes. */
export function ProviderForm(props: ProviderFormProps) {
  const { channel, type, saved, start, asked, sandbox, approval, reopened } = props
  const { t } = useTranslation(['channels', 'common'])
  const approvalLabel = useApprovalLabel(CHANNEL_FORMS[channel].activity)
  const { form, save, tryOut, trial, retry } = useSettingsForm({
    channel,
    type,
    saved,
    start,
    reopens: reopened.reopens,
  })
  const info = useFieldInfo()
  const places = useInfoPlaces(type, info.field)
  const [removing, setRemoving] = useState(false)
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const { mayWrite, mayTry, mayRemove } = useRights(channel, saved)
  const isFree = approval === undefined
  // What is typed while a request waits could not be kept.
  const readOnly = !mayWrite || !isFree
  const { isSubmitting, isDirty } = form.formState
  const provider = formOf(channel, type)
  const fillIn = useSandbox(props, form)
  if (provider === undefined) return null
  const stored = saved?.type === type ? saved.answer : undefined
  return (
    <form noValidate onSubmit={save} {...info.listeners}>
      <LeaveGuard dirty={(isDirty || props.isTouched) && !isSubmitting} />
      <WithAside
        follows
        lead={reopened.request ? undefined : places.lead}
        aside={
          <>
            {places.aside}
            <ConnectionTrial trial={trial} />
          </>
        }
      >
        <PendingBanner approval={approval} refreshes={[calls.read]} />
        {!mayWrite && <Alert icon={Lock}>{t('readOnly')}</Alert>}
        <ReopenBanner request={reopened.request} />
        <FailingNote channel={channel} state={saved?.state} />
        {saved?.type === type && saved.answer['one_at_a_time'] === true && <Alert>{t('oneAtATime')}</Alert>}
        {props.choice(form.getValues, !readOnly)}
        <SettingsContext value={{ form, stored, asked, readOnly }}>
          <SettingsFields
            provider={provider}
            actions={
              sandbox &&
              !readOnly && (
                <Button size="sm" variant="ghost" icon={FlaskConical} onClick={fillIn}>
                  {t('sandbox.use')}
                </Button>
              )
            }
          />
        </SettingsContext>
        {saved?.type === type && <HookPanel channel={channel} saved={saved} mayChange={!readOnly} />}
        {saved !== null && channel === 'email' && <SenderAuthentication />}
        {saved !== null && channel === 'mobilepush' && <AppPanel />}
        <FormFailure error={form.failure} onRetry={() => retry()} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {mayTry && (
            <Button className="me-auto" icon={PlugZap} loading={trial === 'running'} onClick={() => tryOut()}>
              {t('trial.start')}
            </Button>
          )}
          <Button disabled={saved === null || !mayRemove || !isFree} onClick={() => setRemoving(true)}>
            {t('common:ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={readOnly} loading={isSubmitting && trial !== 'running'}>
            {approvalLabel(t('common:ui.save'))}
          </Button>
        </div>
      </WithAside>
      {saved && (
        <RemoveDialog
          channel={channel}
          calls={calls}
          campaigns={saved.state.campaigns}
          open={removing}
          onOpenChange={setRemoving}
          onRemoved={props.onSettled}
        />
      )}
    </form>
  )
}

function useRights(channel: SettingsChannel, saved: Saved | null) {
  const { activity } = CHANNEL_FORMS[channel]
  return {
    mayWrite: useCan(activity, saved === null ? 'create' : 'update'),
    mayTry: useCan(activity, 'create'),
    mayRemove: useCan(activity, 'delete'),
  }
}

/** Fills the form in for the sandbox: on demand, and at once where the page was opened to do so. */
function useSandbox(
  { type, sandbox, startWithSandbox, saved, isTouched, channel }: ProviderFormProps,
  form: ReturnType<typeof useSettingsForm>['form'],
): () => void {
  const { getValues, setValue } = form
  const fillIn = useCallback(async () => {
    const provider = formOf(channel, type)
    if (sandbox === null || provider === undefined) return
    const values = await sandboxValues(type, provider, sandbox, getValues())
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: true })
    }
  }, [channel, type, sandbox, getValues, setValue])
  const isAsked = startWithSandbox && saved === null && !isTouched
  useEffect(() => {
    if (isAsked) void fillIn()
  }, [isAsked, fillIn])
  return () => void fillIn()
}

/** Why messages do not leave, while they do not. */
function FailingNote({ channel, state }: { channel: SettingsChannel; state: ConfigurationState | undefined }) {
  const { t } = useTranslation('channels')
  const { longDate } = useDisplay(useZone())
  if (!state?.failure) return null
  return (
    <Alert tone="danger" title={t(`states.${channel}.failing`, { since: longDate(state.failure.since) })}>
      {translateSentence(state.failure)} {t('failing.remedy')}
    </Alert>
  )
}
