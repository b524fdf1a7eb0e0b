/** The labelled ticks of a time axis: round times, few enough that no two labels overlap. Times in milliseconds. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map(count => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(count => count * MINUTE),
  ...[1, 2, 3, 6, 12].map(count => count * HOUR),
  ...[1, 2, 7, 14, 28].map(count => count * DAY),
]

export interface TimeTicks {
  at: number[]
  /** The smallest unit that labels need to show to differ from each other. */
  unit: 'second' | 'minute' | 'day'
}

/**
 * At least one and at most `most` round times from `first` to `last`. `offsetMs` is the offset of the axis' time zone
 * from UTC, so that days begin at midnight there.
 */
export function timeTicks(first: number, last: number, most: number, offsetMs: number): TimeTicks {
  const room = Math.max(1, most)
  const rowOf = (step: number) => {
    const begin = Math.ceil((first + offsetMs) / step) * step - offsetMs
    return { begin, count: Math.max(0, Math.floor((last - begin) / step) + 1) }
  }
  const step = STEPS_MS.find(each => rowOf(each).count <= room) ?? Math.ceil((last - first) / room / DAY) * DAY
  const { begin, count } = rowOf(step)
  // Within one second there may be no round time at all.
  if (count === 0) return { at: [first], unit: 'second' }
  const unit = step < MINUTE ? 'second' : step < DAY ? 'minute' : 'day'
  return { at: Array.from({ length: count }, (_, index) => begin + index * step), unit }
}

/** In a time zone that is `offsetMs` ahead of UTC. */
export function isMidnight(atMs: number, offsetMs: number): boolean {
  return (atMs + offsetMs) % DAY === 0
}
