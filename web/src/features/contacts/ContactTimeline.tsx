import { readTimeline, type TimelineEntry } from '@notifly/contracts/contacts/contacts'
import type { TrailEvent } from '@notifly/contracts/runs/deliveries'
import { ClipboardPen, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { trailLook } from '../../components/runs/trail-look.ts'
import { useTrailWords } from '../../components/runs/use-trail-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { pageField } from '../../components/lists/list-state.ts'
import { useLastPage } from '../../components/lists/ListTable.tsx'
import { PlanReach } from '../../components/lists/PlanReach.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Timeline, type TimelineEvent } from '../../ui/layout/Timeline.tsx'

const PER_PAGE = 20
const state = z.object({ page: pageField })

type Step = TimelineEntry & { kind: TrailEvent['kind'] }

/** What was sent to a contact, what came of it and which forms it used, newest first; each message of a campaign leads to its run. */
export function ContactTimeline({ uuid }: { uuid: string }) {
  const { t } = useTranslation('contacts')
  const [{ page }, change] = useUrlState(state)
  const list = useReadPage(readTimeline, { params: { uuid }, query: { page, per_page: PER_PAGE } })
  const isPastEnd = useLastPage({ list, page, perPage: PER_PAGE, change })
  const { data, error, refetch } = list
  const present = usePresent()
  if (error && !data) {
    return <ReadFailure error={error} title={t('timeline.failed')} onRetry={() => void refetch()} />
  }
  const total = data?.paging.total ?? 0
  return (
    <Panel
      title={t('timeline.title')}
      footer={
        total > PER_PAGE && (
          <Pagination page={page} perPage={PER_PAGE} total={total} onPage={next => change({ page: next })} />
        )
      }
    >
      {data && !isPastEnd ? (
        <Timeline label={t('timeline.title')} events={data.rows.map(present)} />
      ) : (
        <Skeleton height="8rem" />
      )}
      <PlanReach reachesTo={data?.paging.reachesTo} />
    </Panel>
  )
}

function usePresent(): (entry: TimelineEntry) => TimelineEvent {
  const slug = useSlug()
  const { t } = useTranslation(['contacts', 'delivery'])
  const { shortDate } = useDisplay(useZone())
  const words = useTrailWords()
  return entry => {
    const { uuid, kind, at, run, bot } = entry
    const time = shortDate(at)
    if (kind === 'signed_up') {
      const title = <bdi>{t('timeline.signedUp', { form: String(entry.values['form']) })}</bdi>
      return { id: uuid, icon: ClipboardPen, tone: 'success', title, time }
    }
    if (kind === 'added' || run === null) {
      return { id: uuid, icon: UserPlus, title: t('timeline.added'), time }
    }
    const step = { ...entry, kind } as Step
    const { title, source } = words(step, run.channel)
    const name = <bdi>{run.name}</bdi>
    return {
      id: uuid,
      ...trailLook(step),
      title: (
        <span className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
          {title} {bot && <Badge>{t('delivery:trail.machine')}</Badge>}
        </span>
      ),
      source: (
        <>
          {/* Messages that programs sent have no page of their own. */}
          {run.campaign_uuid === null ? (
            name
          ) : (
            <PageLink to={paths.run(slug, run.channel, run.run_uuid)}>{name}</PageLink>
          )}
          {source !== '' && <> · {source}</>}
        </>
      ),
      time,
    }
  }
}
