import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { isUndecided, waitsForWinner } from '../../../components/runs/run-states.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { shareOf } from './run-figures.ts'

export interface ProgressPanelProps {
  run: RunProgress
  linkTo: (status: string) => string
}

/** How far an open run is, and when it will be finished. */
export function ProgressPanel({ run, linkTo }: ProgressPanelProps) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const moments = useMoments()
  const done = number(run.done)
  const total = t('progress.ofTotal', { count: run.recipients })
  return (
    <Panel aria-label={t('progress.label')}>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="tnum text-20 font-semibold tracking-(--ls-title)">{done}</span>
        <span className="text-ink-2">{total}</span>
        <span className="tnum ms-auto text-ink-2">
          <Speed run={run} />
        </span>
      </div>
      <ProgressBar
        className="mt-2"
        size="tall"
        label={t('progress.label')}
        valueText={`${done} ${total}`}
        segments={[{ share: shareOf(run.done, run.recipients) ?? 0 }]}
      />
      {run.retrying && (
        <p className="mt-2 flex flex-wrap gap-x-1.5 text-12 text-muted" role="status">
          <Link tone="door" href={linkTo('pending')} className="tnum font-medium text-ink">
            {t('progress.retrying', { count: run.retrying.waiting })}
          </Link>
          <span>{t('progress.retryAt', { time: moments.soon(run.retrying.next_on) })}</span>
        </p>
      )}
      {run.status_reason !== null && (
        <Alert tone="warning" className="mt-3" title={t('progress.waits')}>
          {reasonOfState(run)}
        </Alert>
      )}
    </Panel>
  )
}

function Speed({ run }: { run: RunProgress }) {
  const moments = useMoments()
  const { t } = useTranslation(['delivery', 'ab-test'])
  const { number } = useDisplay()
  const isPhone = useIsPhone()
  if (run.status === 'paused') return t('progress.paused')
  if (run.status === 'cancelled') return t('progress.cancelling')
  if (run.status === 'scheduled')
    return t('progress.starts', { time: moments.dayAndTime(run.planned_on ?? run.started_on) })
  if (run.status === 'pending') return t('progress.preparing')
  // The other recipients get nothing until the test has a winner.
  if (waitsForWinner(run.ab_test)) return t('ab-test:waits')
  // Retries are shown below the bar.
  if (run.next_due_on !== undefined && run.next_due_on === run.retrying?.next_on) return null
  if (run.next_due_on !== undefined) return t('progress.nextAt', { time: moments.soon(run.next_due_on) })
  const rate = run.rate_per_second
  if (rate === null) return t('progress.starting')
  const shown = number(rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10)
  const left = isUndecided(run.ab_test) ? null : run.seconds_left
  return (
    <>
      {isPhone ? t('progress.rateShort', { rate: shown }) : t('progress.rate', { rate: shown })}
      {run.limit_per_second !== undefined && !isPhone && (
        <span className="text-muted"> {t('progress.limit', { rate: run.limit_per_second })}</span>
      )}
      {left !== null && left > 0 && (
        <>
          {' · '}
          <TimeLeft seconds={left} />
          {!isPhone && t('progress.doneNear', { time: moments.timeIn(left) })}
        </>
      )}
    </>
  )
}

/** The time left, such as "about 3 min left". */
function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('delivery')
  if (seconds < 60) return t('progress.secondsLeft', { count: seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('progress.minutesLeft', { count: minutes })
  const hours = Math.round(seconds / 3600)
  return t('progress.hoursLeft', { count: hours })
}
