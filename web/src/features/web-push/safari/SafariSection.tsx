import type { Approval } from '@notifly/contracts/approvals/approvals'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { deleteSafari, readSafari } from '@notifly/contracts/web-push/safari'
import { readSite, type Site } from '@notifly/contracts/web-push/web-push'
import { Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../../api/queries.ts'
import { PendingBanner } from '../../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import { usePendingOf, useReopened } from '../../../components/approvals/use-request.ts'
import { ConfirmWrite } from '../../../components/form/ConfirmWrite.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { WithAside } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { SafariForm } from './SafariForm.tsx'
import { SafariSummary } from './SafariSummary.tsx'

/** `safari=form` opens the form. */
const state = z.object({ safari: z._default(z.enum(['', 'form']), '') })

/** Requests on these settings, as commands name them. */
const isOfSafari = ({ command }: Approval): boolean => command.startsWith('safari.')

export interface SafariSectionProps {
  site: Site
}

/** Safari 7 to 15, beside the settings of the site: nothing set up, the form, or what is set up. */
export function SafariSection({ site }: SafariSectionProps) {
  const { t } = useTranslation('safari')
  const [{ safari: wish }, change] = useUrlState(state)
  const [removing, setRemoving] = useState(false)
  const mayCreate = useCan(ACTIVITY.platformWebpush, 'create')
  const mayRemove = useCan(ACTIVITY.platformWebpush, 'delete')
  const read = useRead(readSafari, {})
  const waiting = usePendingOf({ object: 'safari' })
  const { request, reopens } = useReopened(isOfSafari)
  const section = useRef<HTMLDivElement>(null)
  const isCorrected = request !== undefined && read.data !== undefined
  useEffect(() => {
    // The address leads here, past the settings of the site.
    if (isCorrected) section.current?.scrollIntoView()
  }, [isCorrected])
  if (read.error && read.data === undefined) {
    return <ReadFailure error={read.error} title={t('failed')} onRetry={() => void read.refetch()} />
  }
  if (read.data === undefined) return <Skeleton height="9rem" />
  const saved = read.data
  const approval = saved?.approval_uuid ?? waiting
  const isFree = approval === undefined
  const isOpen = isFree && (request !== undefined || wish === 'form')
  const close = () => change({ safari: '' }, { replace: true })
  return (
    <div ref={section} className="scroll-mt-16">
      <WithAside aside={<CertificateHelp />} label={t('title')}>
        <PendingBanner approval={approval} refreshes={[readSafari]} />
        <ReopenBanner request={request} />
        {isOpen ? (
          <SafariForm
            key={request?.uuid ?? ''}
            saved={saved}
            asked={request?.payload}
            reopens={reopens}
            onSaved={close}
            onClose={close}
            onRemove={saved !== null && mayRemove ? () => setRemoving(true) : undefined}
          />
        ) : saved === null ? (
          <Panel
            title={t('title')}
            actions={
              mayCreate &&
              isFree && (
                <Button size="sm" icon={Settings2} onClick={() => change({ safari: 'form' })}>
                  {t('setUp')}
                </Button>
              )
            }
          >
            <p className="text-ink-2">{t('empty')}</p>
          </Panel>
        ) : (
          <SafariSummary
            safari={saved}
            site={site}
            isFree={isFree}
            onChange={() => change({ safari: 'form' })}
            onRemove={() => setRemoving(true)}
          />
        )}
        {saved && (
          <RemoveSafari subscribers={saved.subscribers} open={removing} onOpenChange={setRemoving} onRemoved={close} />
        )}
      </WithAside>
    </div>
  )
}

/** What to do at Apple, step by step. */
function CertificateHelp() {
  const { t } = useTranslation('safari')
  return (
    <Panel title={t('where.title')}>
      <ol className="flex list-decimal flex-col gap-2 ps-4 text-ink-2">
        {(['id', 'certificate', 'export'] as const).map(step => (
          <li key={step}>{t(`where.${step}`)}</li>
        ))}
      </ol>
    </Panel>
  )
}

interface RemoveProps {
  subscribers: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onRemoved: () => void
}

function RemoveSafari({ subscribers, open, onOpenChange, onRemoved }: RemoveProps) {
  const { t } = useTranslation('safari')
  return (
    <ConfirmWrite
      endpoint={deleteSafari}
      input={{}}
      refreshes={[readSafari, readSite]}
      open={open}
      onClose={() => onOpenChange(false)}
      onDone={onRemoved}
      title={t('remove.title')}
      action={t('remove.action')}
    >
      {t('remove.text', { shown: subscribers })}
    </ConfirmWrite>
  )
}
