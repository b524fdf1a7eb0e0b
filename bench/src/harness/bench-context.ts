/** What every benchmark is given. */
import type { Result } from '../result.ts'
import type { Sizes } from '../sizes.ts'
import type { BenchPostgres } from './postgres.ts'

export interface BenchContext {
  postgres: BenchPostgres
  sizes: Sizes
  /** Tells waiting readers what is going on. */
  say: (line: string) => void
}

export type Benchmark = (context: BenchContext) => Promise<Result[]>
