/** Provides products on databases: one for each benchmark, or one that several share where figures do not count. */
import type { Ground } from './bench-context.ts'
import type { BenchPostgres } from './postgres.ts'
import { startProduct } from './product.ts'

export interface Grounds extends AsyncDisposable {
  ground: (workers?: number) => Promise<Ground>
}

/** Each benchmark gets its own, which is removed when it ends, so that the rows of others do not slow it down. */
export function ownGrounds(postgres: BenchPostgres): Grounds {
  return { ground: workers => startGround(postgres, workers), [Symbol.asyncDispose]: () => Promise.resolve() }
}

/**
 * All benchmarks that need the same number of workers share one, which is started at the first request: starting takes longer than a
 * benchmark of a few rows.
 */
export function oneGround(postgres: BenchPostgres): Grounds {
  const started = new Map<number, Promise<Ground>>()
  return {
    ground: async (workers = 0) => {
      const ground = started.get(workers) ?? startGround(postgres, workers)
      started.set(workers, ground)
      const { product, database } = await ground
      return { product, database, [Symbol.asyncDispose]: () => Promise.resolve() }
    },
    async [Symbol.asyncDispose]() {
      for (const ground of started.values()) await (await ground)[Symbol.asyncDispose]()
    },
  }
}

async function startGround(postgres: BenchPostgres, workers = 0): Promise<Ground> {
  const database = await postgres.newDatabase()
  const product = await startProduct(database, workers)
  return { product, database, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() }
}
