import type { MomentSpan } from '@notifly/contracts/schedules/moments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offsetAt, viewerZone } from '../schedules/zone-time.ts'
import { useMoments } from '../display/use-moments.ts'

/** Runs that are shown before the reader asks for the others. */
const FIRST_RUNS = 3

export interface NextRunsProps {
  runs: readonly number[]
  /** The schedule's clock. */
  zone: string
  /** On recipients' clocks: from when to when the messages of each leave. */
  spans?: readonly MomentSpan[] | null | undefined
  /** At an hour of that day that is another one for each: the day alone is said. */
  isBestHour?: boolean
  /** Where there is room all of them are shown at once. */
  all?: boolean
}

/**
 * The runs to come, on the schedule's clock, with the reader's own beside it where that shows another time; on recipients'
 * clocks with the moments from the first message to the last.
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

/** Nothing more to say where all messages leave at the run's own moment, on a clock that shows the same. */
function TheirTimes({ span, run, zone }: { span: MomentSpan | undefined; run: number; zone: string }) {
  const { t } = useTranslation('campaigns')
  const own = useMoments()
  const when = span === undefined ? null : own.span(span)
  const isSaid = span?.first === run && span.last === run && offsetAt(run, zone) * 1000 === own.offsetMs(run)
  if (when === null || isSaid) return null
  return <span className="block text-12 text-muted">{t('moments.ours', { when, zone: own.place })}</span>
}
