/** Intervals between ticks on an axis of days. */
const STEPS: readonly number[] = [1, 2, 3, 4, 7, 14, 28, 30, 60, 91]

/** Nearer to the last label than this share of a step, the one before would touch it. */
const LEAST_GAP = 0.6

/** Which points of a row carry a label: the first, the last and some at equal distances, `most` of them at most. */
export function evenTicks(count: number, most: number): number[] {
  const last = count - 1
  if (last <= 0 || most < 2) return count > 0 ? [0] : []
  const step = STEPS.find(each => ticksBy(each, last).length <= most) ?? last
  return ticksBy(step, last)
}

function ticksBy(step: number, last: number): number[] {
  const ticks: number[] = []
  for (let at = 0; at < last; at += step) if (at === 0 || last - at >= step * LEAST_GAP) ticks.push(at)
  return [...ticks, last]
}
