/** The result of a benchmark, and whether it meets its bar. */
import { type Comparison, percentile } from './harness/compare.ts'

/** The ratio that must be reached. */
export type Bar = { least: number; most?: number } | { most: number; least?: undefined }

export interface Result extends Comparison {
  name: string
  bar: Bar
  /** The unit of figure and limit, such as mails/s. */
  unit: string
  /** What the limit is, in a few words. */
  limitName: string
  /** What it takes: memory, processor time. */
  costs: string
  /** How it was measured, in a sentence or two. */
  how: string
}

/** Milliseconds and the most that they may be; `rounds`: those of each round. */
export function inTime(figure: number, barMs: number, rounds: readonly number[] = [figure]) {
  const ratios = rounds.map(ms => ms / barMs)
  return { figure, limit: barMs, ratio: figure / barMs, ratios, bar: { most: 1 }, unit: 'ms' }
}

/** `took`: the milliseconds of each time. This share of them must be within the bar. */
export function resultOfTimes(
  name: string,
  took: readonly number[],
  { share, barMs, how }: { share: number; barMs: number; how: string },
): Result {
  const [half, slowest] = [0.5, 1].map(part => Math.round(percentile(took, part)))
  return {
    ...inTime(percentile(took, share), barMs),
    name,
    limitName: 'the bar',
    costs: `half of ${took.length} within ${half} ms, the slowest ${slowest} ms`,
    how,
  }
}

export function isMet({ bar, ratio }: Pick<Result, 'bar' | 'ratio'>): boolean {
  return ratio >= (bar.least ?? -Infinity) && ratio <= (bar.most ?? Infinity)
}

export function barText(bar: Bar): string {
  if (bar.least === undefined) return `<= ${bar.most}`
  return bar.most === undefined ? `>= ${bar.least}` : `${bar.least} to ${bar.most}`
}
