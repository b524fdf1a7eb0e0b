import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offsetAt, viewerZone } from '../../components/schedule/zone-time.ts'
import { useMoments } from '../../components/display/use-moments.ts'

/** Runs that are shown before the reader asks for the others. */
const FIRST_RUNS = 3

export interface NextRunsProps {
  runs: readonly number[]
  /** The schedule's clock. */
  zone: string
  /** Each recipient gets it on their own clock. */
  theirs?: boolean
  /** At an hour of that day that is another one for each: the day alone is said. */
  isBestHour?: boolean
  /** Where there is room all of them are shown at once. */
  all?: boolean
}

/**
 * The runs to come, on the schedule's clock, with the reader's own beside it where that shows another time; on recipients'
 * clocks with the time from the first to the last of them.
 */
export function NextRuns({ runs, zone, theirs = false, isBestHour = false, all = false }: NextRunsProps) {
  const { t } = useTranslation('campaigns')
  const { day, distance, dayAndTime } = useMoments(zone)
  const [isOpen, setOpen] = useState(all)
  const shown = isOpen ? runs : runs.slice(0, FIRST_RUNS)
  const last = runs.at(-1)
  const hidden = runs.length - FIRST_RUNS
  return (
    <>
      <ul className="tnum">
        {shown.map(run => (
          <li key={run} className="border-line py-1 not-last:border-b">
            <span className="flex items-baseline justify-between gap-3">
              <span>{isBestHour ? day(run) : dayAndTime(run)}</span>
              <span className="text-muted">{distance(run)}</span>
            </span>
            {theirs ? (
              <TheirTimes run={run} zone={zone} isBestHour={isBestHour} />
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

/** The clocks that people live by are this far ahead of UTC and behind it, in seconds. */
const FIRST_CLOCK = 14 * 3600
const LAST_CLOCK = 12 * 3600
const DAY_SECONDS = 86_400

/** From when to when, on the reader's clock, it is that time somewhere. */
function TheirTimes({ run, zone, isBestHour }: { run: number; zone: string; isBestHour: boolean }) {
  const { t } = useTranslation('campaigns')
  const { within } = useMoments(viewerZone())
  const shown = run + offsetAt(run, zone)
  const from = within(shown - FIRST_CLOCK)
  const to = within(shown + LAST_CLOCK + (isBestHour ? DAY_SECONDS : 0))
  return <span className="block text-12 text-muted">{t('summary.theirTimes', { from, to })}</span>
}
