/** Measures response times for others during attacks: for a tenant who works as usual, and for a monitor of `/healthz`. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type NeighbourLatencies = readonly {
  what: string
  p50Ms: number
  p99Ms: number
  slowestMs: number
  n: number
  failed: number
  byPath: { path: string; p99Ms: number }[]
}[]

export interface NeighbourOrder {
  url: string
  token: string
  runId: string
}

/** Opens pages and asks for health in turn until `over` resolves. */
export async function measureNeighbour(order: NeighbourOrder, over: Promise<unknown>): Promise<NeighbourLatencies> {
  const thread = new Worker(new URL('./neighbour-thread.ts', import.meta.url), { workerData: order })
  const told = once(thread, 'message') as Promise<[NeighbourLatencies]>
  await over
  thread.postMessage('over')
  const [felt] = await told
  return felt
}
