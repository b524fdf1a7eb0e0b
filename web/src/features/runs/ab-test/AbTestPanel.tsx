import { type RunTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { Trophy } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VariantMark } from '../../../components/runs/VariantMark.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { type Figures, type TestVariant, leaderOf, rateOf } from './test-figures.ts'
import { WinnerDialog } from './WinnerDialog.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'

export interface AbTestPanelProps {
  run: RunProgress
  test: RunTest
  /** Path to the recipients of a variant, optionally of one status. */
  linkTo: (filter: { variant: string; status?: string }) => string
}

/** The results of an A/B test: figures of each variant, the leader or winner, and when it is decided. */
export function AbTestPanel({ run, test, linkTo }: AbTestPanelProps) {
  const { t } = useTranslation('ab-test')
  const [isChoosing, setChoosing] = useState(false)
  const state = useTestState(run, test)
  const mayChoose = useCan(ACTIVITY.campaignEmail, 'update') && test.state === 'running'
  const columns = useColumns(test, linkTo)
  const rows = useMemo<Row[]>(() => {
    const rest = test.rest.recipients > 0 ? [{ id: 'rest', variant: null, figures: test.rest }] : []
    return [...test.variants.map(variant => ({ id: String(variant.no), variant, figures: variant })), ...rest]
  }, [test])
  return (
    <Panel
      bare
      title={t('title')}
      meta={<span className="max-sm:hidden">{t(`tests.${test.part}.${test.metric}`)}</span>}
      actions={
        mayChoose && (
          <Button size="sm" icon={Trophy} onClick={() => setChoosing(true)}>
            {t('choose.open')}
          </Button>
        )
      }
      footer={
        <span className="flex flex-wrap gap-x-3 gap-y-1">
          <span role="status">{state}</span>
          <Verdict test={test} />
        </span>
      }
    >
      <DataTable frameless label={t('title')} columns={columns} rows={rows} rowId={row => row.id} />
      {isChoosing && <WinnerDialog run={run} test={test} onClose={() => setChoosing(false)} />}
    </Panel>
  )
}

/** Whether the difference is significant, in words; a tooltip explains the calculation. */
function Verdict({ test }: { test: RunTest }) {
  const { t } = useTranslation('ab-test')
  const howId = useId()
  const { verdict, state, decided_by: by } = test
  if (verdict === null) return null
  const { kind, leader, sure, more } = verdict
  const letter = leader === null ? '' : variantLetter(leader)
  const words = (() => {
    switch (kind) {
      case 'too_few':
        return t(`verdict.tooFew.${test.metric}`)
      case 'close':
        return more === null ? t('verdict.alike') : t('verdict.close', { count: more })
      case 'ahead':
        return t(sure === MAX_CONFIDENCE ? 'verdict.surest' : 'verdict.ahead', { letter, sure })
    }
  })()
  // A winner that was not significantly ahead may have won by chance.
  const isByChance = state === 'decided' && by === null && kind !== 'ahead'
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {isByChance && <span className="font-medium text-warning-ink">{t('verdict.notSignificant')}</span>}
      <button
        type="button"
        data-tip={t('verdict.how')}
        aria-describedby={howId}
        className="cursor-help rounded-1 text-start underline decoration-dotted underline-offset-3"
      >
        {words}
      </button>
      <span id={howId} className="sr-only">
        {t('verdict.how')}
      </span>
    </span>
  )
}

/** The highest confidence in percent that the server reports; it reads as "more than". */
const MAX_CONFIDENCE = 99

interface Row {
  id: string
  /** Null: the recipients who get the winner. */
  variant: TestVariant | null
  figures: Figures
}

function useColumns(test: RunTest, linkTo: AbTestPanelProps['linkTo']): TableColumn<Row>[] {
  const { t } = useTranslation('ab-test')
  return useMemo(() => {
    const filterOf = ({ id }: Row): string => id
    const share = (metric: 'opened' | 'clicked' | 'unsubscribed'): TableColumn<Row> => ({
      id: metric,
      header: t(`columns.${metric}`),
      definition: t(`define.${metric}`),
      align: 'end',
      card: metric === 'unsubscribed' ? 'hidden' : 'number',
      cell: row => (
        <Share
          n={row.figures[metric]}
          rate={rateOf(row.figures, metric)}
          href={linkTo({ variant: filterOf(row), status: metric })}
          isStrong={metric === test.metric}
        />
      ),
    })
    return [
      { id: 'variant', header: t('columns.variant'), cell: row => <Name row={row} test={test} /> },
      {
        id: 'recipients',
        header: t('columns.recipients'),
        align: 'end',
        card: 'hidden',
        cell: row => <Count n={row.figures.recipients} href={linkTo({ variant: filterOf(row) })} />,
      },
      {
        id: 'sent',
        header: t('columns.sent'),
        align: 'end',
        cell: row => (
          <Count
            n={row.figures.sent}
            href={linkTo({ variant: filterOf(row), status: 'sent,delivered,complained,bounced' })}
          />
        ),
      },
      share('opened'),
      share('clicked'),
      share('unsubscribed'),
    ]
  }, [t, test, linkTo])
}

function Name({ row: { variant }, test }: { row: Row; test: RunTest }) {
  const { t } = useTranslation('ab-test')
  if (variant === null) {
    return (
      <div className="flex min-h-9 items-center gap-3">
        <span className="text-ink-2">{test.winner === null ? t('rest.waits') : t('rest.gets')}</span>
        {test.winner !== null && <VariantMark no={test.winner} />}
      </div>
    )
  }
  const isWinner = variant.no === test.winner
  const isLeading = test.state === 'running' && leaderOf(test)?.no === variant.no
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-3">
      <VariantMark no={variant.no} />
      <div className="max-w-100 min-w-0">
        <p className="truncate font-medium" title={variant.subject}>
          <bdi>{variant.subject}</bdi>
        </p>
        {variant.template_name !== null && (
          <p className="truncate text-12 text-muted">
            <bdi>{variant.template_name}</bdi>
          </p>
        )}
      </div>
      {isWinner && (
        <Badge type="light-green" icon={Trophy}>
          {t('winner')}
        </Badge>
      )}
      {isLeading && <Badge>{t('leading')}</Badge>}
    </div>
  )
}

function Count({ n, href }: { n: number; href: string }) {
  const { number } = useDisplay()
  return (
    <Link tone="door" href={href} className="tnum">
      {number(n)}
    </Link>
  )
}

interface ShareProps {
  n: number
  rate: number | undefined
  href: string
  /** Whether this figure decides the test. */
  isStrong: boolean
}

function Share({ n, rate, href, isStrong }: ShareProps) {
  const { percent } = useDisplay()
  return (
    <span className="tnum whitespace-nowrap">
      <span className={isStrong ? 'font-semibold' : undefined}>{rate === undefined ? '–' : percent(rate)}</span>{' '}
      <span className="text-muted">
        <Count n={n} href={href} />
      </span>
    </span>
  )
}

/** The state of the test in a sentence, with a countdown while it runs. */
function useTestState(run: RunProgress, test: RunTest): string {
  const { t } = useTranslation('ab-test')
  const moments = useMoments()
  const left = useCountdown(test.decide_on)
  switch (test.state) {
    case 'preparing':
      return t('state.preparing')
    case 'ended':
      return t(run.status === 'cancelled' ? 'state.cancelled' : 'state.ended')
    case 'decided': {
      const letter = test.winner === null ? '' : variantLetter(test.winner)
      const time = moments.dayAndTime(test.decided_on ?? 0)
      if (test.decided_by === null) return t('state.decided', { letter, time })
      return test.decided_by === ''
        ? t('state.chosen', { letter, time })
        : t('state.chosenBy', { letter, time, name: test.decided_by })
    }
    case 'running':
      if (run.status === 'paused') return t('state.paused')
      if (left === null || left === 0) return t('state.deciding')
      return t('state.running', { left: timeLeft(left), time: moments.dayAndTime(test.decide_on ?? 0) })
  }

  function timeLeft(seconds: number): string {
    if (seconds < 60) return t('left.seconds', { count: Math.ceil(seconds) })
    const minutes = Math.ceil(seconds / 60)
    if (minutes < 60) return t('left.minutes', { count: minutes })
    const hours = Math.floor(minutes / 60)
    if (minutes % 60 === 0) return t('left.hours', { count: hours })
    return t('left.both', { hours, minutes: minutes % 60 })
  }
}

const SECOND_MS = 1000
/** With more time left than this, the text changes once a minute. */
const CLOSE_SECONDS = 120

/** Seconds until a moment, updated while the page is open; never negative. Null without a moment. */
function useCountdown(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now() / SECOND_MS)
  const left = until === null ? null : Math.max(0, until - now)
  const isClose = left !== null && left <= CLOSE_SECONDS
  const isOver = left === null || left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now() / SECOND_MS), isClose ? SECOND_MS : SECOND_MS * 15)
    return () => clearInterval(timer)
  }, [isClose, isOver])
  return left
}
