import { useMemo } from 'react'
import { dayIn } from '../display/ranges.ts'
import { useDayWords } from '../display/use-day-words.ts'
import { useZone } from '../session/use-zone.ts'

export interface DayPoint {
  full: string
  short: string
  /** YYYY-MM-DD, for files. */
  day: string
}

/** Labels for days. `moments` are the starts of the days on the application's clock, in epoch seconds. */
export function useDayPoints(moments: readonly number[]): DayPoint[] {
  const words = useDayWords()
  const zone = useZone()
  return useMemo(
    () =>
      moments.map(moment => {
        const day = dayIn(zone, new Date(moment * 1000))
        return { full: words.full(day), short: words.short(day), day }
      }),
    [moments, words, zone],
  )
}
