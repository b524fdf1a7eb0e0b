import { useState } from 'react'
import { DayButton } from '../../components/display/DayButton.tsx'
import { useMoments } from '../../components/display/use-moments.ts'
import { dayAt, momentOf, viewerZone } from '../../components/schedules/zone-time.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TimeInput12 } from '../../ui/dates/TimeInput12.tsx'
import type { Time12 } from '../../ui/dates/time12.ts'

export interface MomentFieldProps {
  label: string
  /** Epoch seconds it begins with. */
  value: number
  /** Not a number while the time is no time. */
  onChange: (value: number) => void
  error: string | undefined
}

const HALF_DAY = 12
const QUARTER_SECONDS = 900

/** A day and a time in the application's time zone. At first the time is rounded down to a quarter of an hour. */
export function MomentField({ label, value, onChange, error }: MomentFieldProps) {
  const zone = useZone() ?? viewerZone()
  const zoneWords = useZoneWords()
  const { today, offsetMs } = useMoments()
  const [chosen, setChosen] = useState(() => {
    const quarter = value - (value % QUARTER_SECONDS)
    return { day: dayAt(quarter, zone), time: timeOf(quarter + offsetMs(quarter) / 1000) }
  })
  const change = (next: Partial<typeof chosen>) => {
    const { day, time } = { ...chosen, ...next }
    setChosen({ day, time })
    onChange(time.hour >= 1 && time.hour <= HALF_DAY ? momentOf(`${day}T${clockOf(time)}Z`, zone) : Number.NaN)
  }
  return (
    <Field label={label} help={zoneWords} error={error}>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-48">
          <DayButton label={label} today={today()} max={today()} value={chosen.day} onChange={day => change({ day })} />
        </div>
        <TimeInput12 label={label} value={chosen.time} onChange={time => change({ time })} />
      </div>
    </Field>
  )
}

/** Of seconds since midnight, or since any other. */
function timeOf(seconds: number): Time12 {
  const minutes = Math.floor(seconds / 60)
  const hour = Math.floor(minutes / 60) % 24
  return {
    hour: hour % HALF_DAY === 0 ? HALF_DAY : hour % HALF_DAY,
    minute: (minutes % 60) as Time12['minute'],
    period: hour < HALF_DAY ? 'am' : 'pm',
  }
}

/** "09:30:00". */
function clockOf({ hour, minute, period }: Time12): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two((hour % HALF_DAY) + (period === 'pm' ? HALF_DAY : 0))}:${two(minute)}:00`
}
