/** What every benchmark receives. */
import type { Result } from '../result.ts'
import type { Sizes } from '../sizes.ts'
import type { BenchDatabase, BenchPostgres } from './postgres.ts'
import type { Product } from './product.ts'

export interface BenchContext {
  postgres: BenchPostgres
  /** A product for benchmarks that fill an application of their own and ask for it; with so many workers, or none. */
  environment: (workers?: number) => Promise<BenchEnvironment>
  sizes: Sizes
  /** Tells waiting readers what is going on. */
  say: (line: string) => void
}

/** A product and its database. */
export interface BenchEnvironment extends AsyncDisposable {
  product: Product
  database: BenchDatabase
}

export type Benchmark = (context: BenchContext) => Promise<Result[]>
