import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { canBounce, type Channel } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { factsOfRow } from '../../../components/campaigns/campaign-acts.ts'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Legend, type LegendItem } from '../../../ui/layout/Legend.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { LiveDot } from '../../../ui/feedback/LiveDot.tsx'
import { ProgressBar, type ProgressTone } from '../../../ui/feedback/ProgressBar.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { useAudienceWords } from './row-words.ts'
import { type LiveProgress, useLiveProgress } from './use-live-progress.ts'

const POLL_MS = 4000

type RunningRow = CampaignRow & { run_uuid: string }

/** The running campaign, polled while something is moving. */
export function useLiveRun(isMoving: boolean): RunningRow | undefined {
  const query = { status: 'executing', sort: '-schedule', per_page: 1 } as const
  const { data } = useReadPage(listAllCampaigns, { query }, { pollMs: isMoving && POLL_MS })
  const row = data?.rows[0]
  return isMoving && row?.run_uuid ? { ...row, run_uuid: row.run_uuid } : undefined
}

export interface LiveRunProps {
  zone: string
  acts: CampaignActs
  row: RunningRow
}

/** The current run with its live figures. */
export function LiveRun(props: LiveRunProps) {
  return <Card key={props.row.run_uuid} {...props} />
}

function Card({ zone, row, acts }: LiveRunProps) {
  const runUuid = row.run_uuid
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { timeOfDay } = useDisplay(zone)
  const audienceWords = useAudienceWords()
  const progress = useLiveProgress(row, runUuid)
  const isPhone = useIsPhone()
  const started = row.started_on === null ? '' : ` · ${t('live.started', { time: timeOfDay(row.started_on) })}`
  return (
    <section
      aria-label={t('live.label', { name: row.campaignName })}
      className="mb-6 rounded-3 border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-2.5">
        <LiveDot className="mx-[3px]" />
        <h2 className="min-w-0 truncate text-14 font-semibold">
          <PageLink to={paths.run(slug, row.platform, runUuid)}>
            <bdi>{row.campaignName}</bdi>
          </PageLink>
        </h2>
        <ChannelIcon channel={row.platform} />
        <span className="truncate text-12 text-muted max-sm:hidden">
          <bdi>{audienceWords(row)}</bdi>
          {started}
        </span>
        {!isPhone && (
          <div className="ms-auto flex items-center gap-2">
            <Buttons row={row} runUuid={runUuid} acts={acts} />
          </div>
        )}
      </div>
      <Figures progress={progress} row={row} zone={zone} runUuid={runUuid} />
      {isPhone && (
        <div className="grid grid-cols-2 gap-2 px-4 pb-3">
          <Buttons row={row} runUuid={runUuid} acts={acts} block />
        </div>
      )}
    </section>
  )
}

interface ButtonsProps {
  row: CampaignRow
  runUuid: string
  acts: CampaignActs
  block?: boolean
}

function Buttons({ row, runUuid, acts, block = false }: ButtonsProps) {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const exists = usePageExists()
  const { mayUpdate, mayDelete } = useCampaignRights()(row.platform)
  const open = paths.run(slug, row.platform, runUuid)
  const facts = factsOfRow(row)
  const words = facts.repeats ? 'run' : 'once'
  return (
    <>
      {mayUpdate && (
        <Button size="sm" icon={Pause} block={block} onClick={() => acts.pause(facts, facts.repeats ? 'run' : 'all')}>
          {t(`${words}.pause`)}
        </Button>
      )}
      {mayDelete && (
        <Button
          size="sm"
          variant={block ? 'plain' : 'ghost'}
          block={block}
          onClick={() => acts.ask({ kind: 'cancelRun', campaign: facts })}
        >
          {t(facts.repeats ? 'run.cancel' : 'once.cancelRun')}
        </Button>
      )}
      {!block && exists(open) && (
        <Link href={open} className="ms-1 text-12">
          {t('openRun')}
        </Link>
      )}
    </>
  )
}

interface FiguresProps {
  progress: LiveProgress
  row: CampaignRow
  zone: string
  runUuid: string
}

function Figures({ progress, row, zone, runUuid }: FiguresProps) {
  const slug = useSlug()
  const { t } = useTranslation(['campaigns', 'ab-test'])
  const { number, percent } = useDisplay()
  const { recipients, done, ratePerSecond, secondsLeft, nextDue, waitsForWinner } = progress
  const { within } = useMoments(zone)
  const isMoving = !waitsForWinner && nextDue === null
  const share = recipients > 0 ? done / recipients : 0
  const segments = segmentsOf(row.platform, progress)
  const legend: LegendItem[] = segments.map(({ id, n, tone, status }) => ({
    id,
    label: t(`live.legend.${id}`),
    value: <PageLink to={paths.run(slug, row.platform, runUuid, { status })}>{number(n)}</PageLink>,
    tone,
  }))
  const ofText = t('live.of', { count: recipients })
  const details = [
    waitsForWinner && t('ab-test:waits'),
    !waitsForWinner && nextDue !== null && t('live.nextAt', { time: within(nextDue) }),
    isMoving && ratePerSecond !== null && t('live.rate', { count: ratePerSecond, shown: Math.round(ratePerSecond) }),
    isMoving && secondsLeft !== null && timeLeft(t, secondsLeft),
  ].filter(word => word !== false)
  return (
    <div className="flex flex-col gap-2 px-4 pt-1.5 pb-4">
      <div className="tnum flex flex-wrap items-baseline gap-x-2">
        <span className="text-20 font-semibold tracking-(--ls-title)">{number(done)}</span>
        <span className="text-ink-2">{ofText}</span>
        <span className="ms-auto text-ink-2 max-sm:ms-0 max-sm:basis-full">
          <b className="font-medium text-ink">{percent(share)}</b>
          {details.map(word => ` · ${word}`)}
        </span>
      </div>
      <ProgressBar
        size="tall"
        label={t('live.progress', { name: row.campaignName })}
        valueText={`${number(done)} ${ofText}`}
        segments={segments
          .filter(({ id }) => id !== 'waiting')
          .map(({ n, tone }) => ({ share: recipients > 0 ? n / recipients : 0, tone }))}
      />
      <Legend items={legend} />
    </div>
  )
}

interface Segment {
  id: 'delivered' | 'awaiting' | 'bounced' | 'failed' | 'waiting'
  n: number
  tone: ProgressTone
  /** The status filter that finds these recipients in the run's list. */
  status: string
}

/**
 * If the provider reports deliveries, a message that was only handed over still awaits its report. Otherwise a message
 * that did not bounce counts as delivered, as on the run's own page.
 */
function segmentsOf(channel: Channel, { counts, reportsDelivery }: LiveProgress): Segment[] {
  const n = (name: string) => counts[name] ?? 0
  const reported = n('delivered') + n('complained')
  const handedOver: Segment[] = reportsDelivery
    ? [
        { id: 'delivered', n: reported, tone: 'accent', status: 'delivered,complained' },
        { id: 'awaiting', n: n('sent'), tone: 'accent-soft', status: 'sent' },
      ]
    : [{ id: 'delivered', n: n('sent') + reported, tone: 'accent', status: 'sent,delivered,complained' }]
  const hasBounces = canBounce(channel)
  return [
    ...handedOver,
    ...(hasBounces ? [{ id: 'bounced', n: n('bounced'), tone: 'warning', status: 'bounced' } as const] : []),
    { id: 'failed', n: n('failed'), tone: 'danger', status: hasBounces ? 'failed' : FAILED_FILTER },
    { id: 'waiting', n: n('pending') + n('scheduled'), tone: 'rest', status: 'pending,scheduled' },
  ]
}

const MINUTE = 60
const HOUR = 3600

function timeLeft(t: ReturnType<typeof useTranslation<'campaigns'>>['t'], seconds: number) {
  const say = (key: 'seconds' | 'minutes' | 'hours', count: number) => t(`live.left.${key}`, { count })
  if (seconds < MINUTE) return say('seconds', Math.max(1, Math.ceil(seconds)))
  if (seconds < HOUR) return say('minutes', Math.ceil(seconds / MINUTE))
  return say('hours', Math.ceil(seconds / HOUR))
}
