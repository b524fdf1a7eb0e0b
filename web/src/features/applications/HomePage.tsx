import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listApplicationStats } from '@notifly/contracts/applications/applications'
import { Navigate } from '@tanstack/react-router'
import { FileText, Globe, Mail, MessageCircle, MessageSquare, Plus, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { lastApplication } from '../../api/session.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useCanIn } from '../../components/rights/use-organization-rights.ts'
import { useUser } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Home: the dashboard of the application used last, or a welcome for a user without one. */
export function HomePage() {
  const { t } = useTranslation('applications')
  const user = useUser()
  const { data, error, refetch } = useRead(listApplicationStats, {})
  if (error) {
    return (
      <Page>
        <ReadFailure error={error} title={t('list.failed')} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (!data) {
    return (
      <Page>
        <LoadingNote />
        <Skeleton width="14rem" height="1.5rem" />
      </Page>
    )
  }
  const [first] = data
  if (!first) return <Welcome name={user.name} />
  const wanted = [lastApplication(), user.application_uuid]
  const known = wanted.find(uuid => data.some(each => each.application_uuid === uuid))
  return <Navigate to={paths.dashboard(known ?? first.application_uuid)} replace />
}

const HINTS = [
  ['email', Mail],
  ['sms', MessageSquare],
  ['whatsapp', MessageCircle],
  ['webpush', Globe],
  ['audience', Users],
  ['templates', FileText],
] as const

function Welcome({ name }: { name: string }) {
  const { t } = useTranslation('applications')
  const mayCreate = useCanIn()(undefined, ACTIVITY.applications, 'create')
  return (
    <TitledPage
      tab={t('welcome.tab')}
      title={t('welcome.title', { name })}
      facts={t(mayCreate ? 'welcome.lead' : 'welcome.askText')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" icon={Plus} href={paths.applicationEdit('new')}>
            {t('welcome.setUp')}
          </ButtonLink>
        )
      }
    >
      <ol className="grid gap-px overflow-clip rounded-3 border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {HINTS.map(([hint, icon]) => (
          <li key={hint} className="flex items-start gap-3 bg-surface px-4 py-4">
            <span className="grid size-9 shrink-0 place-items-center rounded-3 border border-line text-ink-2 shadow-1">
              <Icon of={icon} size={20} />
            </span>
            <div>
              <h2 className="text-14 font-semibold">{t(`welcome.hints.${hint}.title`)}</h2>
              <p className="text-ink-2">{t(`welcome.hints.${hint}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </TitledPage>
  )
}
