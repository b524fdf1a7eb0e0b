/**
 * A tenant who works as usual, and a monitor of `/healthz`. They run in their own thread, so that measurements contain the product's time
 * and not that of the attacks, which are made in the main thread.
 */
import { Agent, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { percentile } from '../../harness/compare.ts'
import { receive } from '../../harness/request.ts'
import type { NeighbourLatencies, NeighbourOrder } from './neighbour.ts'

const PAGE_EVERY_MS = 150
const HEALTH_EVERY_MS = 100

const { url, token, runId } = workerData as NeighbourOrder
const PATHS = [
  '/api/notifications/schedule/email?per_page=10',
  '/api/notifications/delivery?per_page=10',
  `/api/notifications/delivery/email/${runId}/summary`,
  `/api/notifications/delivery/email/${runId}?per_page=10`,
  '/api/audience?per_page=10',
  '/api/audience/segment?per_page=10',
  '/api/template?type=Email&per_page=10',
  '/api/dashboard/overview',
]

/** Attackers use 127.0.0.1, and connections per network are limited. On Linux, all of 127.0.0.0/8 can be used. */
const agent = new Agent({
  keepAlive: true,
  family: 4,
  ...(process.platform === 'linux' && { localAddress: '127.0.0.2' }),
})

let isOver = false
parentPort?.once('message', () => (isOver = true))
const [pages, health] = await Promise.all([
  repeat(PAGE_EVERY_MS, PATHS, { Authorization: `Bearer ${token}` }),
  repeat(HEALTH_EVERY_MS, ['/healthz']),
])
const felt: NeighbourLatencies = [described('another tenant’s pages', pages), described('/healthz', health)]
parentPort?.postMessage(felt)

interface Took {
  answers: { path: string; ms: number }[]
  failed: number
}

/** Requests these paths in turn at fixed times, whether or not the previous request has been answered. */
async function repeat(intervalMs: number, paths: readonly string[], headers?: OutgoingHttpHeaders): Promise<Took> {
  const took: Took = { answers: [], failed: 0 }
  const running: Promise<void>[] = []
  for (let no = 0; !isOver; no++) {
    const path = paths[no % paths.length] ?? ''
    const beganMs = performance.now()
    const one = receive(agent, url + path, headers).then(
      () => void took.answers.push({ path, ms: performance.now() - beganMs }),
      () => void took.failed++,
    )
    running.push(one)
    await delay(intervalMs)
  }
  await Promise.all(running)
  return took
}

function described(what: string, { answers, failed }: Took): NeighbourLatencies[number] {
  const all = answers.map(({ ms }) => ms)
  const [p50Ms = NaN, p99Ms = NaN, slowestMs = NaN] = [0.5, 0.99, 1].map(share => percentile(all, share))
  const byPath = [...Map.groupBy(answers, ({ path }) => path)].map(([path, of]) => ({
    path,
    p99Ms: percentile(
      of.map(({ ms }) => ms),
      0.99,
    ),
  }))
  return { what, p50Ms, p99Ms, slowestMs, n: all.length, failed, byPath }
}
