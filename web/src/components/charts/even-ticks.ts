/** Intervals between ticks on an axis of days. */
const STEPS: readonly number[] = [1, 2, 3, 4, 7, 14, 28, 30, 60, 91]

/** Minimum gap before the last label, as a share of a step. A label any closer would touch it. */
const LEAST_GAP = 0.6

/** Indexes of the points that get a label: the first, the last and some at equal distances, at most `most` in total. */
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
