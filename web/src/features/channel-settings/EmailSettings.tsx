import { ACTIVITY } from '@notifly/contracts/activities'
import { readEmailConfiguration } from '@notifly/contracts/channel-settings'
import { readInstallation } from '@notifly/contracts/product'
import { FlaskConical, Mail, Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { PendingState } from '../../components/approvals/PendingState.tsx'
import { usePendingOf } from '../../components/approvals/use-pending-of.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { WithAside } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { EmailForm } from './EmailForm.tsx'

/** `setup=form` opens the empty form, `setup=sandbox` one that is filled in for the sandbox. */
const state = z.object({ setup: z._default(z.enum(['', 'form', 'sandbox']), '') })

/** The email tab: nothing set up yet, or the form. */
export function EmailSettings({ slug }: { slug: string }) {
  const { t } = useTranslation('channels')
  const [{ setup }, change] = useUrlState(state)
  const saved = useRead(readEmailConfiguration, {})
  const installation = useRead(readInstallation, {})
  const mayCreate = useCan(ACTIVITY.platformEmail, 'create')
  const reopened = useReopened()
  const pending = usePendingOf(ACTIVITY.platformEmail)
  const approval = saved.data?.approval_uuid ?? pending
  if (saved.error && saved.data === undefined) {
    return <ReadFailure error={saved.error} title={t('email.failed')} onRetry={() => void saved.refetch()} />
  }
  if (saved.data === undefined || installation.isPending || reopened.isLoading) return <Ghost />
  const sandbox = installation.data?.sandbox_smtp ?? null
  if (saved.data === null && approval !== undefined) {
    return <PendingState slug={slug} approval={approval} refreshes={[readEmailConfiguration]} />
  }
  if (saved.data !== null || reopened.request !== undefined || (setup !== '' && mayCreate)) {
    return (
      <EmailForm
        key={`${saved.data === null ? `new-${setup}` : 'saved'} ${reopened.request?.uuid ?? ''}`}
        slug={slug}
        saved={saved.data}
        sandbox={sandbox}
        approval={approval}
        reopened={reopened}
        startWithSandbox={setup === 'sandbox'}
        onSettled={() => change({ setup: '' }, { replace: true })}
      />
    )
  }
  return (
    <StateCard
      kind="empty"
      icon={Mail}
      framed
      title={t('email.empty')}
      actions={
        mayCreate && (
          <>
            <Button variant="primary" icon={Settings2} onClick={() => change({ setup: 'form' })}>
              {t('email.start')}
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
      {t('email.emptyText')} {!mayCreate && t('email.askSomebody')}
    </StateCard>
  )
}

function Ghost() {
  return (
    <WithAside aside={<Skeleton height="9rem" />}>
      <LoadingNote />
      {[1, 2].map(each => (
        <Panel key={each}>
          <div className="grid gap-4 sm:grid-cols-2">
            {[1, 2, 3, 4].map(field => (
              <Skeleton key={field} height="3.25rem" />
            ))}
          </div>
        </Panel>
      ))}
    </WithAside>
  )
}
