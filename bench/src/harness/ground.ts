/** Products on databases: a benchmark's own, or one for several where figures do not count. */
import type { Ground } from './bench-context.ts'
import type { BenchPostgres } from './postgres.ts'
import { startProduct } from './product.ts'

export interface Grounds extends AsyncDisposable {
  ground: () => Promise<Ground>
}

/** Each benchmark has its own, which ends with it: what others wrote must not slow it down. */
export function ownGrounds(postgres: BenchPostgres): Grounds {
  return { ground: () => startGround(postgres), [Symbol.asyncDispose]: () => Promise.resolve() }
}

/** All have the same one, which is started when it is first asked for: a start takes longer than a benchmark of a handful of rows. */
export function oneGround(postgres: BenchPostgres): Grounds {
  let started: Promise<Ground> | undefined
  return {
    ground: async () => {
      started ??= startGround(postgres)
      const { product, database } = await started
      return { product, database, [Symbol.asyncDispose]: () => Promise.resolve() }
    },
    [Symbol.asyncDispose]: async () => (await started)?.[Symbol.asyncDispose](),
  }
}

async function startGround(postgres: BenchPostgres): Promise<Ground> {
  const database = await postgres.newDatabase()
  const product = await startProduct(database)
  return { product, database, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() }
}
