/**
 * A tenant who works as usual, and whoever watches `/healthz`. In a thread of its own: what it measures is the product's time, not that of
 * the attacks, which are made in the main thread.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Felt, NeighbourOrder } from './neighbour.ts'

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

let isOver = false
parentPort?.once('message', () => (isOver = true))
const [pages, health] = await Promise.all([
  repeat(PAGE_EVERY_MS, no => read(PATHS[no % PATHS.length] ?? '', { Authorization: `Bearer ${token}` })),
  repeat(HEALTH_EVERY_MS, () => read('/healthz')),
])
const felt: Felt = [described('another tenant’s pages', pages), described('/healthz', health)]
parentPort?.postMessage(felt)

/** Throws for anything but success. */
async function read(path: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url + path, { headers })
  await response.text()
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
}

interface Took {
  tookMs: number[]
  failed: number
}

/** Starts one after the other, whether or not the last one has ended. */
async function repeat(intervalMs: number, start: (no: number) => Promise<void>): Promise<Took> {
  const took: Took = { tookMs: [], failed: 0 }
  const running: Promise<void>[] = []
  for (let no = 0; !isOver; no++) {
    const beganMs = performance.now()
    const one = start(no).then(
      () => void took.tookMs.push(performance.now() - beganMs),
      () => void took.failed++,
    )
    running.push(one)
    await delay(intervalMs)
  }
  await Promise.all(running)
  return took
}

function described(what: string, { tookMs, failed }: Took): Felt[number] {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const within = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
  return { what, p50Ms: within(0.5), p99Ms: within(0.99), slowestMs: within(1), n: sorted.length, failed }
}
