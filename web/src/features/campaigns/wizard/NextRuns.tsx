import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { offsetAt, viewerZone } from '../schedule/zone-time.ts'
import { useDates } from '../use-dates.ts'

/** Runs that are seen before somebody asks for the others. */
const FIRST_RUNS = 3

export interface NextRunsProps {
  runs: readonly number[]
  /** The schedule's clock. */
  zone: string
  /** Where there is room all of them stand there at once. */
  all?: boolean
}

/** The runs to come, on the schedule's clock, with the reader's own beside it where that shows another time. */
export function NextRuns({ runs, zone, all = false }: NextRunsProps) {
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay(zone)
  const { day, distance, dayAndTime } = useDates(zone)
  const [isOpen, setOpen] = useState(all)
  const shown = isOpen ? runs : runs.slice(0, FIRST_RUNS)
  const last = runs.at(-1)
  const hidden = runs.length - FIRST_RUNS
  return (
    <>
      <KeyValues
        lines
        items={shown.map(run => ({
          id: String(run),
          label: (
            <>
              <span className="text-ink">{dayAndTime(run)}</span>
              <OwnTime run={run} zone={zone} />
            </>
          ),
          value: <span className="text-muted">{distance(run)}</span>,
        }))}
      />
      {!all && hidden > 0 && last !== undefined && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="mt-1 text-12 text-muted underline-offset-3 hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t('summary.fewerRuns')
            : t('summary.moreRuns', { count: hidden, shown: number(hidden), day: day(last) })}
        </button>
      )}
    </>
  )
}

function OwnTime({ run, zone }: { run: number; zone: string }) {
  const { t } = useTranslation('campaigns')
  const own = viewerZone()
  const { dayAndTime } = useDates(own)
  if (offsetAt(run, own) === offsetAt(run, zone)) return null
  return <span className="block text-12">{t('summary.yourTime', { when: dayAndTime(run) })}</span>
}
