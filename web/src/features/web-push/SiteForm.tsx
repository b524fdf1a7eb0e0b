import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { deleteSite, readSite, type Site } from '@notifly/contracts/web-push/web-push'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { useFieldInfo, useInfoPlaces } from '../../components/channel-settings/FieldInfo.tsx'
import { RemoveDialog } from '../../components/channel-settings/RemoveDialog.tsx'
import { InstallPanel } from './InstallPanel.tsx'
import { typesIn } from './prompt-drafts.ts'
import { PromptsDialog } from './PromptsDialog.tsx'
import { PromptsPanel } from './PromptsPanel.tsx'
import { SiteFields } from './SiteFields.tsx'
import { useSiteForm } from './use-site-form.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface SiteFormProps {
  saved: Site | null
  prompts: PromptPreferences
  /** The request that is open on the settings or the prompts. */
  approval: string | undefined
  /** The rejected request on the settings or the prompts that is being corrected. */
  reopened: Reopened
  onRemoved: () => void
}

/** The site, its welcome, its prompts, and what has to be put on its pages. Save creates, then updates; Cancel removes. */
export function SiteForm({ saved, prompts, approval, reopened, onRemoved }: SiteFormProps) {
  const { t } = useTranslation(['prompts', 'channels', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.platformWebpush)
  const { form, save, preferences, isUnsaved, ...keeping } = useSiteForm({ saved, prompts, reopened })
  const promptsRequest = reopened.request?.command === 'prompts.update' ? reopened.request : undefined
  const info = useFieldInfo()
  const places = useInfoPlaces('webpush', info.field)
  const [open, setOpen] = useState(promptsRequest && typesIn(preferences)[0])
  const [removing, setRemoving] = useState(false)
  const mayWrite = useCan(ACTIVITY.platformWebpush, saved === null ? 'create' : 'update')
  const mayRemove = useCan(ACTIVITY.platformWebpush, 'delete')
  const isFree = approval === undefined
  const { isSubmitting } = form.formState
  const [name, url, icon] = form.watch(['site_name', 'site_url', 'icon_url'])
  const isComplete = name.trim() !== '' && url.trim() !== '' && icon.trim() !== '' && typesIn(preferences).length > 0
  return (
    <>
      <form noValidate onSubmit={save} {...info.listeners}>
        <LeaveGuard dirty={isUnsaved && !isSubmitting} />
        <WithAside follows aside={places.aside} lead={reopened.request ? undefined : places.lead}>
          <PendingBanner approval={approval} refreshes={[readSite]} />
          {!mayWrite && <Alert icon={Lock}>{t('channels:readOnly')}</Alert>}
          <ReopenBanner request={reopened.request} />
          {saved?.https_url === 0 && (
            <Alert tone="warning" title={t('local.title')}>
              {t('local.text')}
            </Alert>
          )}
          <SiteFields
            form={form}
            applicationServerKey={saved?.application_server_key}
            subscribers={saved?.subscribers}
            readOnly={!mayWrite || !isFree}
          />
          <PromptsPanel
            preferences={preferences}
            mayWrite={mayWrite && isFree}
            isSaving={keeping.isKeeping}
            failure={keeping.promptsFailure}
            onOpen={setOpen}
            onSave={keeping.keepPrompts}
          />
          {saved && <InstallPanel />}
          <FormFailure error={form.failure} onRetry={() => save()} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {!isComplete && mayWrite && <p className="me-auto text-12 text-muted">{t('incomplete')}</p>}
            <Button disabled={saved === null || !mayRemove || !isFree} onClick={() => setRemoving(true)}>
              {t('common:ui.cancel')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!mayWrite || !isFree || !isComplete}
              loading={isSubmitting}
            >
              {approvalLabel(t('common:ui.save'))}
            </Button>
          </div>
        </WithAside>
      </form>
      {open !== undefined && (
        <PromptsDialog
          first={open}
          saved={preferences}
          site={{ name: name.trim() || t('yourSite'), url: url.trim() || 'https://shop.example', icon: icon.trim() }}
          isSaving={keeping.isKeeping}
          failure={keeping.promptsFailure}
          request={promptsRequest}
          onSave={next => keeping.keepPrompts(next, () => setOpen(undefined))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {saved && (
        <RemoveDialog
          channel="webpush"
          calls={{ read: readSite, remove: deleteSite }}
          campaigns={saved.campaigns}
          subscribers={saved.subscribers}
          open={removing}
          onOpenChange={setRemoving}
          onRemoved={onRemoved}
        />
      )}
    </>
  )
}
