import type { MomentSpan } from '@notifly/contracts/schedules/moments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offsetAt, viewerZone } from '../schedules/zone-time.ts'
import { useMoments } from '../display/use-moments.ts'

/** How many runs are shown before the reader expands the list. */
const FIRST_RUNS = 3

export interface NextRunsProps {
  runs: readonly number[]
  /** The schedule's time zone. */
  zone: string
  /** With recipients' time zones: the span in which each run's messages are sent. */
  spans?: readonly MomentSpan[] | null | undefined
  /** Shows only the day, because the hour differs by recipient. */
  isBestHour?: boolean
  /** Shows all runs at once. */
  all?: boolean
}

/**
 * The upcoming runs on the schedule's clock, and on the reader's own clock if it differs. With recipients' time zones,
 * the span from the first message to the last.
 */
export function NextRuns({ runs, zone, spans, isBestHour = false, all = false }: NextRunsProps) {
  const { t } = useTranslation('campaigns')
  const { day, distance, dayAndTime } = useMoments(zone)
  const [isOpen, setOpen] = useState(all)
  const shown = isOpen ? runs : runs.slice(0, FIRST_RUNS)
  const last = runs.at(-1)
  const hidden = runs.length - FIRST_RUNS
  return (
    <>
      <ul className="tnum">
        {shown.map((run, place) => (
          <li key={run} className="border-line py-1 not-last:border-b">
            <span className="flex items-baseline justify-between gap-3">
              <span>{isBestHour ? day(run) : dayAndTime(run)}</span>
              <span className="text-muted">{distance(run)}</span>
            </span>
            {spans ? (
              <TheirTimes span={spans[place]} run={run} zone={zone} />
            ) : (
              !isBestHour && <OwnTime run={run} zone={zone} />
            )}
          </li>
        ))}
      </ul>
      {!all && hidden > 0 && last !== undefined && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="mt-1 text-12 text-muted underline-offset-3 hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('summary.fewerRuns') : t('summary.moreRuns', { count: hidden, day: day(last) })}
        </button>
      )}
    </>
  )
}

function OwnTime({ run, zone }: { run: number; zone: string }) {
  const { t } = useTranslation('campaigns')
  const own = viewerZone()
  const { dayAndTime } = useMoments(own)
  if (offsetAt(run, own) === offsetAt(run, zone)) return null
  return <span className="block text-12 text-muted">{t('summary.yourTime', { when: dayAndTime(run) })}</span>
}

/** Renders nothing if all messages are sent at the run's own time, and the reader's clock shows the same time. */
function TheirTimes({ span, run, zone }: { span: MomentSpan | undefined; run: number; zone: string }) {
  const { t } = useTranslation('campaigns')
  const own = useMoments()
  const when = span === undefined ? null : own.span(span)
  const isSame = span?.first === run && span.last === run && offsetAt(run, zone) * 1000 === own.offsetMs(run)
  if (when === null || isSame) return null
  return <span className="block text-12 text-muted">{t('moments.ours', { when, zone: own.place })}</span>
}
