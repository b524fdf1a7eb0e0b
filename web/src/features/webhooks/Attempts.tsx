import { listWebhookAttempts, type Webhook, type WebhookAttempt } from '@notifly/contracts/webhooks/webhooks'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { History, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { DaysFilter } from '../../components/display/DaysFilter.tsx'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { dayFields, pageField, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListReach } from '../../components/lists/ListReach.tsx'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { useOpenRow } from '../../components/navigation/use-open-row.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { NameCell, ValueOrDash } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { AttemptDrawer } from './AttemptDrawer.tsx'
import { AnswerBadge } from './WebhookBadge.tsx'
import type { WebhookActsOf } from './WebhookActs.tsx'
import { useEventWords } from './use-event-words.ts'

const state = z.object({
  status: z._default(z.enum(['', 'ok', 'failed']), ''),
  event: z._default(z.string().check(z.regex(/^\d*$/)), ''),
  ...dayFields,
  page: pageField,
})
type State = z.output<typeof state>

/** New attempts appear automatically. */
const POLL_MS = 10_000

/** Every delivery attempt of a webhook, newest first, and one of them in a drawer. */
export function Attempts({ webhook, acts }: { webhook: Webhook; acts: WebhookActsOf }) {
  const { t } = useTranslation('webhooks')
  const zone = useZone()
  const [{ status, event, from, to, page }, change] = useUrlState(state)
  const asked = { status: status || undefined, event: event === '' ? undefined : Number(event), from, to }
  const query = { uuid: webhook.uuid, ...asked, page, per_page: PER_PAGE }
  const list = useReadPage(listWebhookAttempts, { query }, { pollMs: page === 1 && POLL_MS })
  const { openId, hrefOf, show, stepFrom } = useOpenRow('attempt-')
  const { reachesTo, total = 0 } = list.data?.paging ?? {}
  const isFiltered = Object.values(asked).some(value => value !== undefined)
  return (
    <>
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('attempts.loadFailed')}
        label={t('edit.attempts')}
        columns={useColumns({ zone, hrefOf })}
        rowId={row => row.uuid}
        currentRow={openId}
        toolbar={<Filters state={{ status, event, from, to, page }} change={change} webhook={webhook} acts={acts} />}
        empty={
          isFiltered ? (
            <NothingFound
              filtered
              title={t('attempts.noneFound')}
              onClear={() => change({ status: '', event: '', from: undefined, to: undefined, page: 1 })}
            />
          ) : (
            <StateCard
              kind="empty"
              icon={History}
              title={t('attempts.none')}
              actions={acts.mayUpdate && <Button onClick={acts.test}>{t('acts.test')}</Button>}
            >
              {t('attempts.noneText')}
            </StateCard>
          )
        }
      />
      {reachesTo !== undefined && page * PER_PAGE >= total && (
        <ListReach
          reachesTo={reachesTo}
          zone={zone}
          to={to}
          title={t('attempts.newest', { count: total })}
          onDays={days => change({ ...days, page: 1 })}
        />
      )}
      <AttemptDrawer
        webhook={webhook}
        id={openId}
        mayUpdate={acts.mayUpdate}
        onClose={() => show(null)}
        onPrevious={stepFrom(list.data?.rows, -1)}
        onNext={stepFrom(list.data?.rows, 1)}
      />
    </>
  )
}

interface FiltersProps {
  state: State
  change: (change: Partial<State>) => void
  webhook: Webhook
  acts: WebhookActsOf
}

/** Filters by result, event and days, and a button that sends many again. */
function Filters({ state: { status, event, from, to }, change, webhook, acts }: FiltersProps) {
  const { t } = useTranslation('webhooks')
  const words = useEventWords()
  // An event that was sent before is still in its attempts.
  const events =
    event === '' || webhook.events.includes(Number(event)) ? webhook.events : [...webhook.events, Number(event)]
  return (
    <Toolbar
      end={
        acts.mayUpdate && (
          <Button size="sm" icon={RotateCcw} onClick={() => acts.sendAgain()}>
            {t('again.open')}
          </Button>
        )
      }
    >
      <FilterChip
        label={t('attempts.outcome')}
        allText={t('attempts.all')}
        value={status || null}
        onChange={value => change({ status: (value ?? '') as State['status'], page: 1 })}
        options={(['ok', 'failed'] as const).map(value => ({ value, label: t(`attempts.${value}`) }))}
      />
      <FilterChip
        label={t('attempts.event')}
        allText={t('attempts.all')}
        value={event || null}
        onChange={value => change({ event: value ?? '', page: 1 })}
        options={events.map(id => ({ value: String(id), label: words.whole(id) }))}
      />
      <DaysFilter label={t('attempts.days')} days={{ from, to }} onDays={days => change({ ...days, page: 1 })} />
    </Toolbar>
  )
}

function useColumns({ zone, hrefOf }: { zone: string | undefined; hrefOf: (id: string) => string }) {
  const { t } = useTranslation('webhooks')
  const words = useEventWords()
  const { number } = useDisplay(zone)
  const relativeTime = useRelativeTime(zone)
  const { exact } = useMoments()
  return [
    {
      id: 'event',
      header: t('attempts.event'),
      skeleton: 'two-lines',
      cell: ({ uuid, event, type }) => (
        <NameCell
          name={webhookEvent(event) ? words.whole(event) : type}
          href={hrefOf(uuid)}
          sub={
            <bdi dir="ltr" className="font-mono">
              {type}
            </bdi>
          }
        />
      ),
    },
    {
      id: 'status',
      header: t('attempts.outcome'),
      card: 'badge',
      skeleton: 'badge',
      cell: row => <AnswerBadge {...row} />,
    },
    {
      id: 'attempt',
      header: t('attempts.attempt'),
      card: 'hidden',
      cell: ({ attempt, next_on: next }) => (
        <span className="flex flex-col">
          <span className="tnum">{number(attempt)}</span>
          {next !== null && (
            <span className="text-12 text-muted">{t('attempts.again', { time: relativeTime(next) })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'duration',
      header: t('attempts.duration'),
      align: 'end',
      skeleton: 'number',
      card: 'hidden',
      cell: ({ duration_ms: ms }) => <ValueOrDash>{t('attempts.ms', { count: ms })}</ValueOrDash>,
    },
    {
      id: 'at',
      header: t('attempts.when'),
      align: 'end',
      card: 'line',
      width: '11rem',
      cell: row => <span className="tnum whitespace-nowrap">{exact(row.created_on)}</span>,
    },
  ] satisfies TableColumn<WebhookAttempt>[]
}
