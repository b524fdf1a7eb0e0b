import type { Approval } from '@notifly/contracts/approvals/approvals'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { readPrompts } from '@notifly/contracts/web-push/prompts'
import { readSite } from '@notifly/contracts/web-push/web-push'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { PendingState } from '../../components/approvals/PendingState.tsx'
import { usePendingOf, useReopened } from '../../components/approvals/use-request.ts'
import { SettingsSkeleton } from '../../components/channel-settings/SettingsSkeleton.tsx'
import { CHANNEL_LOOKS } from '../../components/channels/channels.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { SafariSection } from './safari/SafariSection.tsx'
import { SiteForm } from './SiteForm.tsx'

/** `setup=form` opens the empty form. */
const state = z.object({ setup: z._default(z.enum(['', 'form']), '') })

/** Requests on the site or its prompts, as commands name them. */
const isOurs = ({ command }: Approval) => command.startsWith('site.') || command.startsWith('prompts.')

/** The tab of web push: a request that waits, nothing set up yet, or the form. */
export function WebPush() {
  const { t } = useTranslation('channels')
  const [{ setup }, change] = useUrlState(state)
  const mayCreate = useCan(ACTIVITY.platformWebpush, 'create')
  const site = useRead(readSite, {})
  const prompts = useRead(readPrompts, {})
  const reopened = useReopened(isOurs)
  const pending = usePendingOf({ object: 'channel', id: 'webpush' }, { object: 'prompts' })
  const error = site.error ?? prompts.error
  if (error && (site.data === undefined || prompts.data === undefined)) {
    const retry = () => void Promise.all([site.refetch(), prompts.refetch()])
    return <ReadFailure error={error} title={t('states.webpush.failed')} onRetry={retry} />
  }
  if (site.data === undefined || prompts.data === undefined || reopened.isLoading) return <SettingsSkeleton />
  const saved = site.data
  const approval = saved?.approval_uuid ?? prompts.data.approval_uuid ?? pending
  if (saved === null && approval !== undefined) {
    return <PendingState approval={approval} refreshes={[readSite, readPrompts]} />
  }
  if (saved !== null || reopened.request !== undefined || (setup === 'form' && mayCreate)) {
    return (
      <>
        <SiteForm
          key={`${saved === null ? 'new' : 'saved'} ${reopened.request?.uuid ?? ''}`}
          saved={saved}
          prompts={prompts.data.prompt_preferences}
          approval={approval}
          reopened={reopened}
          onRemoved={() => change({ setup: '' }, { replace: true })}
        />
        {saved !== null && (
          <div className="mt-6">
            <SafariSection site={saved} />
          </div>
        )}
      </>
    )
  }
  return (
    <StateCard
      kind="empty"
      icon={CHANNEL_LOOKS.webpush.icon}
      framed
      title={t('states.webpush.empty')}
      actions={
        mayCreate && (
          <Button variant="primary" icon={Settings2} onClick={() => change({ setup: 'form' })}>
            {t('states.webpush.empty')}
          </Button>
        )
      }
    >
      {t('states.webpush.emptyText')} {!mayCreate && t('askSomebody')}
    </StateCard>
  )
}
