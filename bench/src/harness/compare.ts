/** Measures a figure and its limit in turn, so that other load on the machine affects both. */

export interface Comparison {
  /** Medians over the rounds, in the unit of the measurements. */
  figure: number
  limit: number
  /** figure / limit */
  ratio: number
  /** The same of each round. */
  ratios: number[]
}

/** Each round measures both; every other round in the opposite order. Nothing else of the bench runs meanwhile. */
export async function compare(
  rounds: number,
  measureFigure: () => Promise<number>,
  measureLimit: () => Promise<number>,
): Promise<Comparison> {
  const figures: number[] = []
  const limits: number[] = []
  const takeFigure = async (): Promise<void> => void figures.push(await measureFigure())
  const takeLimit = async (): Promise<void> => void limits.push(await measureLimit())
  for (let round = 0; round < rounds; round++) {
    for (const take of round % 2 === 0 ? [takeLimit, takeFigure] : [takeFigure, takeLimit]) await take()
  }
  const [figure, limit] = [median(figures), median(limits)]
  return { figure, limit, ratio: figure / limit, ratios: figures.map((value, index) => value / (limits[index] ?? NaN)) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The value that this share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN
}

/** Seconds that the work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
