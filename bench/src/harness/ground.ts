/** Provides products on databases: one for each benchmark, or one that several share where figures do not count. */
import type { BenchEnvironment } from './bench-context.ts'
import type { BenchPostgres } from './postgres.ts'
import { startProduct } from './product.ts'

export interface BenchEnvironments extends AsyncDisposable {
  environment: (workers?: number) => Promise<BenchEnvironment>
}

/** Each benchmark gets its own, which is removed when it ends, so that the rows of others do not slow it down. */
export function environmentPerBenchmark(postgres: BenchPostgres): BenchEnvironments {
  return { environment: workers => startGround(postgres, workers), [Symbol.asyncDispose]: () => Promise.resolve() }
}

/**
 * All benchmarks that need the same number of workers share one, which is started at the first request: starting takes longer than a
 * benchmark of a few rows.
 */
export function sharedEnvironment(postgres: BenchPostgres): BenchEnvironments {
  const started = new Map<number, Promise<BenchEnvironment>>()
  return {
    environment: async (workers = 0) => {
      const environment = started.get(workers) ?? startGround(postgres, workers)
      started.set(workers, environment)
      const { product, database } = await environment
      return { product, database, [Symbol.asyncDispose]: () => Promise.resolve() }
    },
    async [Symbol.asyncDispose]() {
      for (const environment of started.values()) await (await environment)[Symbol.asyncDispose]()
    },
  }
}

async function startGround(postgres: BenchPostgres, workers = 0): Promise<BenchEnvironment> {
  const database = await postgres.newDatabase()
  const product = await startProduct(database, workers)
  return { product, database, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() }
}
