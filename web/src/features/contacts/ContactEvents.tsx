import { type ContactEvent, listContactEvents, listEventNames } from '@notifly/contracts/events/events'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { pageField, PER_PAGE } from '../../components/lists/list-state.ts'
import { useLastPage } from '../../components/lists/ListTable.tsx'
import { PlanReach } from '../../components/lists/PlanReach.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Timeline } from '../../ui/layout/Timeline.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'

/** Beside the page of the timeline. */
const state = z.object({ events: pageField, event: z.optional(z.string()) })

/** The most frequent names of the application are offered. */
const NAMES = 100

/** Events of a contact that programs sent, newest first. */
export function ContactEvents({ uuid }: { uuid: string }) {
  const { t } = useTranslation(['events', 'audience'])
  const [{ events: page, event: name }, change] = useUrlState(state)
  const list = useReadPage(listContactEvents, { params: { uuid }, query: { page, per_page: PER_PAGE, name } })
  const toPage = (next: { page: number }) => change({ events: next.page })
  const isPastEnd = useLastPage({ list, page, perPage: PER_PAGE, change: toPage })
  const { data, error, refetch } = list
  if (error && !data) return <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
  const total = data?.paging.total ?? 0
  return (
    <Panel
      title={t('audience:tabs.events')}
      actions={
        (total > 0 || name !== undefined) && (
          <NameFilter name={name} onChange={next => change({ event: next, events: 1 })} />
        )
      }
      footer={
        total > PER_PAGE && (
          <Pagination page={page} perPage={PER_PAGE} total={total} onPage={next => toPage({ page: next })} />
        )
      }
    >
      {!data || isPastEnd ? (
        <>
          <LoadingNote />
          <Skeleton height="6rem" />
        </>
      ) : (
        <EventList events={data.rows} isNarrowed={name !== undefined} />
      )}
      <PlanReach reachesTo={data?.paging.reachesTo} />
    </Panel>
  )
}

interface NameFilterProps {
  name: string | undefined
  onChange: (name: string | undefined) => void
}

function NameFilter({ name, onChange }: NameFilterProps) {
  const { t } = useTranslation('events')
  const { data, error, refetch } = useReadPage(listEventNames, { query: { sort: '-count', per_page: NAMES } })
  const known = data?.rows.map(row => row.name) ?? []
  const names = name === undefined || known.includes(name) ? known : [name, ...known]
  return (
    <FilterChip
      label={t('name')}
      allText={t('contact.all')}
      value={name ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={names.map(value => ({ value, label: value }))}
      onRetry={error ? () => void refetch() : undefined}
    />
  )
}

function EventList({ events, isNarrowed }: { events: readonly ContactEvent[]; isNarrowed: boolean }) {
  const slug = useSlug()
  const { t } = useTranslation(['events', 'audience'])
  const { shortDate } = useDisplay(useZone())
  if (events.length === 0) {
    return <p className="text-muted">{t(isNarrowed ? 'contact.noneOfName' : 'contact.none')}</p>
  }
  return (
    <Timeline
      label={t('audience:tabs.events')}
      events={events.map(({ uuid, name, occurred_on: at, properties }) => ({
        id: uuid,
        icon: Zap,
        title: (
          <PageLink to={paths.event(slug, name)} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </PageLink>
        ),
        time: shortDate(at),
        children: Object.keys(properties).length > 0 && <Properties properties={properties} />,
      }))}
    />
  )
}

/** Properties shown at once, and characters of a value from which on it may be cut. */
const SHOWN = 5
const LONG = 120

function Properties({ properties }: Pick<ContactEvent, 'properties'>) {
  const { t } = useTranslation('events')
  const [isWhole, setWhole] = useState(false)
  const all = Object.entries(properties)
    .map(([name, value]) => ({ name, value: String(value) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const isCut = all.length > SHOWN || all.some(({ value }) => value.length > LONG)
  const shown = isWhole ? all : all.slice(0, SHOWN)
  return (
    <>
      <KeyValues
        texts
        className="text-12"
        items={shown.map(({ name, value }) => ({
          id: name,
          label: <bdi className="font-mono">{name}</bdi>,
          value: (
            <bdi className={isWhole || value.length <= LONG ? 'whitespace-pre-line' : 'line-clamp-2'}>{value}</bdi>
          ),
        }))}
      />
      {isCut && (
        <div className="-ms-2">
          <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'contact.less' : 'contact.more')}
          </Button>
        </div>
      )}
    </>
  )
}
