import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { readApplication } from '@notifly/contracts/applications/applications'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AdministrationForm } from './AdministrationForm.tsx'
import { DeleteApplicationPanel } from './DeleteApplicationPanel.tsx'
import { Topics } from '../topics/Topics.tsx'

/** What an application is called, by which clock it works, how often it may write to one person, about what, and its end. */
export function AdministrationPage() {
  const { t } = useTranslation('applications')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const mayRead = useCan(ACTIVITY.applications, 'read')
  const mayDelete = useCan(ACTIVITY.applications, 'delete')
  const { data, error, refetch } = useRead(readApplication, { params: { uuid: slug } }, { enabled: mayRead })
  return (
    <TitledPage title={t('administration.title')} facts={t('administration.lead')}>
      {!mayRead && <ForbiddenCard activity={ACTIVITY.applications} />}
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {mayRead && !data && !error && (
        <FormColumn>
          <LoadingNote />
          {[9, 8, 14].map(height => (
            <Skeleton key={height} height={`${height}rem`} />
          ))}
        </FormColumn>
      )}
      {data && (
        <div className="flex flex-col gap-5">
          <AdministrationForm key={data.uuid} application={data} />
          <FormColumn>
            <Topics slug={slug} />
            {mayDelete && <DeleteApplicationPanel application={data} />}
          </FormColumn>
        </div>
      )}
    </TitledPage>
  )
}
