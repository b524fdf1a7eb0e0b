import { COUNTED_DAYS, type EventNameDetails, EVENTS_LOOKED_AT, readEventName } from '@notifly/contracts/events/events'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { LoadingPanel } from '../../ui/layout/LoadingPage.tsx'
import { Page, Stack } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { PropertyRow } from './PropertyRow.tsx'

/** One name of events: how often it comes, and what its events say. */
export function EventPage() {
  const { t } = useTranslation('events')
  const { name } = useParams({ strict: false }) as { name: string }
  const { data: event, error, refetch } = useRead(readEventName, { params: { name } })
  return (
    <Page>
      <PageTitle>{name}</PageTitle>
      {error && !event && (
        <>
          <Header name={name} />
          <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
        </>
      )}
      {!error && !event && <LoadingSkeleton name={name} />}
      {event && (
        <>
          <Header name={event.name} />
          <Stack>
            <Figures event={event} />
            <Properties event={event} />
          </Stack>
        </>
      )}
    </Page>
  )
}

function Header({ name }: { name: string }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const maySegments = useCan(ACTIVITY.segmentation, 'read')
  return (
    <PageHeader
      crumbs={[
        ...(maySegments ? [{ label: t('title'), href: paths.audience(slug) }] : []),
        { label: t('tabs.events'), href: paths.events(slug) },
      ]}
      title={<bdi>{name}</bdi>}
    />
  )
}

function Figures({ event }: { event: EventNameDetails }) {
  const { t } = useTranslation('events')
  const { number, shortDate } = useDisplay(useZone())
  return (
    <StatRow
      label={t('figures')}
      stats={[
        {
          id: 'count',
          label: t('days', { days: COUNTED_DAYS }),
          value: number(event.count),
          definition: t('daysDefinition', { days: COUNTED_DAYS }),
        },
        { id: 'first', label: t('first'), value: shortDate(event.first_seen_on) },
        { id: 'last', label: t('last'), value: shortDate(event.last_seen_on) },
      ]}
    />
  )
}

function Properties({ event: { properties, looked_at: lookedAt } }: { event: EventNameDetails }) {
  const { t } = useTranslation('events')
  const ofNewest = t(lookedAt < EVENTS_LOOKED_AT ? 'properties.ofAll' : 'properties.ofNewest', { count: lookedAt })
  return (
    <Panel title={t('properties.title')} meta={ofNewest} bare={properties.length > 0}>
      {properties.length === 0 ? (
        <p className="text-muted">{t('properties.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {properties.map(property => (
            <PropertyRow key={property.name} property={property} lookedAt={lookedAt} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function LoadingSkeleton({ name }: { name: string }) {
  return (
    <>
      <LoadingNote />
      <Header name={name} />
      <Stack>
        <LoadingPanel lines={2} />
        <LoadingPanel lines={10} />
      </Stack>
    </>
  )
}
