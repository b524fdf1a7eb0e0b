import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type ApplicationStats, CHANNELS, listApplicationStats } from '@notifly/contracts/applications/applications'
import { LayoutGrid, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { setUpPath } from '../../components/channels/channels.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCanIn } from '../../components/rights/use-organization-rights.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { ApplicationCard, ApplicationCardSkeleton } from './ApplicationCard.tsx'

const filters = z.object({ search: z._default(z.string(), ''), organization: z.optional(z.string()) })

/** All applications of the caller as cards: what works, whom it reaches, what ran last. */
export function ApplicationsPage() {
  const { t } = useTranslation('applications')
  const { data, error, refetch } = useRead(listApplicationStats, {})
  const [filter, setFilter] = useUrlState(filters)
  const mayCreate = useCanIn()(undefined, ACTIVITY.applications, 'create')
  const isPhone = useIsPhone()
  const shown = data?.filter(each => fits(each, filter.search, filter.organization))
  const organizations = new Map(data?.map(each => [each.organization_uuid, each.organization_name]))
  const tools = (data === undefined || data.length > 0) && (
    <>
      <SearchInput
        value={filter.search}
        onChange={search => setFilter({ search }, { replace: true })}
        placeholder={t('list.find')}
        shortcut
      />
      {organizations.size > 1 && (
        <FilterChip
          label={t('list.organization')}
          allText={t('list.all')}
          value={filter.organization ?? null}
          onChange={organization => setFilter({ organization: organization ?? undefined })}
          options={[...organizations].map(([value, label]) => ({ value, label }))}
        />
      )}
    </>
  )
  return (
    <TitledPage
      title={t('list.title')}
      facts={data ? <Facts applications={data} organizations={organizations.size} /> : null}
      actions={
        <>
          {!isPhone && tools}
          {mayCreate && (
            <ButtonLink variant="primary" icon={Plus} href={paths.applicationEdit('new')}>
              {t('list.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      {isPhone && <div className="mb-4 flex items-center gap-2">{tools}</div>}
      {data && <FailingBanner applications={data} />}
      {error && <ReadFailure error={error} title={t('list.failed')} onRetry={() => void refetch()} />}
      {shown && data && shown.length === 0 && (
        <Nothing
          isFiltered={data.length > 0}
          mayCreate={mayCreate}
          onClear={() => setFilter({ search: '', organization: undefined })}
        />
      )}
      <ul
        // The banner above comes with the cards: these take the place of the skeletons further down.
        key={data ? 'cards' : 'skeletons'}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(25rem,100%),1fr))] gap-4"
      >
        {!data && !error && [1, 2, 3].map(each => <ApplicationCardSkeleton key={each} />)}
        {shown?.map(each => (
          <ApplicationCard key={each.application_uuid} application={each} />
        ))}
      </ul>
    </TitledPage>
  )
}

function fits(application: ApplicationStats, search: string, organization: string | undefined): boolean {
  const text = search.trim().toLocaleLowerCase()
  const names = `${application.name} ${application.organization_name}`.toLocaleLowerCase()
  return names.includes(text) && (organization === undefined || application.organization_uuid === organization)
}

function Facts({ applications, organizations }: { applications: readonly ApplicationStats[]; organizations: number }) {
  const { t } = useTranslation('applications')
  const contacts = applications.reduce((sum, each) => sum + each.contacts, 0)
  return (
    <>
      {t('list.both', {
        applications: t('list.applications', { count: applications.length }),
        organizations: t('list.organizations', { count: organizations }),
      })}
      {' · '}
      {t('list.contacts', { count: contacts })}
    </>
  )
}

function FailingBanner({ applications }: { applications: readonly ApplicationStats[] }) {
  const { t } = useTranslation(['applications', 'common'])
  const { list } = useDisplay()
  const exists = usePageExists()
  const failing = applications.flatMap(application =>
    CHANNELS.filter(channel => application.channels[channel] === 'failing').map(channel => ({ application, channel })),
  )
  const [first] = failing
  if (!first) return null
  const remedy = setUpPath(first.application.application_uuid, first.channel)
  return (
    <Alert
      tone="danger"
      className="mb-4"
      title={t('list.failing', { count: failing.length })}
      action={exists(remedy) && <PageLink to={remedy}>{t('list.remedy')}</PageLink>}
    >
      {t('list.where', {
        list: list(failing.map(({ application, channel }) => `${application.name} ${t(`common:channel.${channel}`)}`)),
      })}
    </Alert>
  )
}

function Nothing({ isFiltered, mayCreate, onClear }: { isFiltered: boolean; mayCreate: boolean; onClear: () => void }) {
  const { t } = useTranslation('applications')
  if (isFiltered) {
    return (
      <NothingFound filtered framed title={t('list.noneFound')} onClear={onClear}>
        {t('list.noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard
      kind="empty"
      framed
      icon={LayoutGrid}
      title={t(mayCreate ? 'list.empty' : 'list.none')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" icon={Plus} href={paths.applicationEdit('new')}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    >
      {t(mayCreate ? 'list.emptyText' : 'welcome.askText')}
    </StateCard>
  )
}
