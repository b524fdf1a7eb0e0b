/** Products on databases: a benchmark's own, or one for several where figures do not count. */
import type { Ground } from './bench-context.ts'
import type { BenchPostgres } from './postgres.ts'
import { startProduct } from './product.ts'

export interface Grounds extends AsyncDisposable {
  ground: (workers?: number) => Promise<Ground>
}

/** Each benchmark has its own, which ends with it: what others wrote must not slow it down. */
export function ownGrounds(postgres: BenchPostgres): Grounds {
  return { ground: workers => startGround(postgres, workers), [Symbol.asyncDispose]: () => Promise.resolve() }
}

/**
 * All that ask for so many workers have the same one, which is started when it is first asked for: a start takes longer than a benchmark of
 * a handful of rows.
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
