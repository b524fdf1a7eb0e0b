import { ACTIVITY } from '@notifly/contracts/activities'
import { type EmailConfiguration, readEmailConfiguration } from '@notifly/contracts/channel-settings'
import { FlaskConical, Lock, PlugZap } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useCan, useUser } from '../../components/session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { WithAside } from '../../ui/Page.tsx'
import { ConnectionTrial } from './ConnectionTrial.tsx'
import { DkimFields } from './DkimFields.tsx'
import { sandboxValues, valuesOf } from './email-values.ts'
import { FailingNote } from './FailingNote.tsx'
import { FieldInfo, useFieldInfo } from './FieldInfo.tsx'
import { LimitFields } from './LimitFields.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SenderFields } from './SenderFields.tsx'
import { ServerFields } from './ServerFields.tsx'
import { useEmailForm } from './use-email-form.ts'

export interface EmailFormProps {
  slug: string
  saved: EmailConfiguration | null
  /** Where the sandbox takes mail, while it runs. */
  sandbox: { host: string; port: number } | null
  startWithSandbox: boolean
  /** The request that is open on the settings. */
  approval: string | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
  /** The configuration was removed. */
  onSettled: () => void
}

/** The email settings as a form; what a field means stands beside it. Save creates, then updates; Cancel removes. */
export function EmailForm(props: EmailFormProps) {
  const { slug, saved, sandbox, startWithSandbox, approval, reopened, onSettled } = props
  const { t } = useTranslation(['channels', 'common'])
  const ownAddress = useUser().email
  const start = useMemo(() => {
    const values = valuesOf(saved, reopened.request)
    return startWithSandbox && sandbox && saved === null ? sandboxValues(sandbox, values, ownAddress) : values
  }, [saved, sandbox, startWithSandbox, ownAddress, reopened.request])
  const { form, save, tryOut, trial } = useEmailForm(saved, start, reopened.reopens)
  const info = useFieldInfo()
  const [removing, setRemoving] = useState(false)
  const isFree = approval === undefined
  const mayWrite = useCan(ACTIVITY.platformEmail, saved === null ? 'create' : 'update')
  const maySave = mayWrite && isFree
  const mayTry = useCan(ACTIVITY.platformEmail, 'create')
  const mayRemove = useCan(ACTIVITY.platformEmail, 'delete') && isFree
  const { isSubmitting, isDirty } = form.formState
  const useSandbox = () => {
    if (!sandbox) return
    const filled = sandboxValues(sandbox, form.getValues(), ownAddress)
    for (const [name, value] of Object.entries(filled)) {
      form.setValue(name as keyof typeof filled, value as never, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <form noValidate onSubmit={save} {...info.listeners}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <WithAside
        aside={
          <>
            <FieldInfo field={info.field} />
            <ConnectionTrial trial={trial} />
          </>
        }
      >
        <PendingBanner slug={slug} approval={approval} refreshes={[readEmailConfiguration]} />
        {!mayWrite && <Alert icon={Lock}>{t('readOnly')}</Alert>}
        <ReopenBanner request={reopened.request} />
        <FailingNote saved={saved} />
        <FormFailure error={form.failure} />
        <SenderFields form={form} />
        <ServerFields
          form={form}
          saved={saved}
          actions={
            sandbox &&
            mayWrite && (
              <Button size="sm" variant="ghost" icon={FlaskConical} onClick={useSandbox}>
                {t('sandbox.use')}
              </Button>
            )
          }
        />
        <DkimFields form={form} saved={saved} />
        <LimitFields form={form} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {mayTry && (
            <Button className="me-auto" icon={PlugZap} loading={trial === 'running'} onClick={() => tryOut()}>
              {t('trial.start')}
            </Button>
          )}
          <Button disabled={saved === null || !mayRemove} onClick={() => setRemoving(true)}>
            {t('common:ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!maySave} loading={isSubmitting && trial !== 'running'}>
            {t('common:ui.save')}
          </Button>
        </div>
      </WithAside>
      {saved && (
        <RemoveDialog
          slug={slug}
          campaigns={saved.campaigns}
          open={removing}
          onOpenChange={setRemoving}
          onRemoved={onSettled}
        />
      )}
    </form>
  )
}
