import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { readApplication } from '@notifly/contracts/applications/applications'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../api/queries.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'

/** Creates an application (slug `new`) or changes one. */
export function ApplicationEditPage() {
  const { t } = useTranslation(['applications', 'organizations'])
  const slug = useSlug()
  const isNew = slug === 'new'
  const application = useRead(readApplication, { params: { uuid: slug } }, { enabled: !isNew })
  const organizations = useReadPage(listOrganizations, { query: { per_page: 100 } })
  const error = application.error ?? organizations.error
  const failed = application.error ? t('list.failedOne') : t('organizations:list.failed')
  const retry = () => void (application.error ? application : organizations).refetch()
  const isReady = organizations.data && (isNew || application.data)
  const level = isNew ? 'create' : 'update'
  const granting = organizations.data?.rows.filter(
    ({ uuid, permission_set: set }) =>
      (application.data?.organization_uuid ?? uuid) === uuid && (set[ACTIVITY.applications]?.[0] ?? 0) >= LEVEL[level],
  )
  const title = isNew ? t('edit.newTitle') : t('edit.title')
  return (
    <TitledPage
      tab={title}
      crumbs={[{ label: t('list.title'), href: paths.applications() }]}
      title={application.data?.name ?? title}
      facts={isNew ? t('edit.newLead') : application.data?.organization_name}
    >
      {error && <ReadFailure error={error} title={failed} onRetry={retry} />}
      {!error && !isReady && <LoadingSkeleton />}
      {isReady && granting?.length === 0 && <ForbiddenCard activity={ACTIVITY.applications} level={level} />}
      {isReady && granting && granting.length > 0 && (
        <ApplicationForm key={slug} application={application.data} organizations={granting} />
      )}
    </TitledPage>
  )
}

function LoadingSkeleton() {
  return (
    <FormColumn>
      <LoadingNote />
      <Skeleton height="11rem" />
      <Skeleton height="10rem" />
    </FormColumn>
  )
}
