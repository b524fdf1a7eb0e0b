/** What others feel meanwhile: a tenant who works as usual, and whoever watches `/healthz`. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '../../harness/product.ts'

const PAGE_EVERY_MS = 150
const HEALTH_EVERY_MS = 100

export type Felt = readonly {
  what: string
  p50Ms: number
  p99Ms: number
  slowestMs: number
  n: number
  failed: number
}[]

/** Opens pages and asks for health in turn until it is over. */
export async function feel(
  product: Product,
  { token, runId, isOver }: { token: string; runId: string; isOver: () => boolean },
): Promise<Felt> {
  const paths = [
    '/api/notifications/schedule/email?per_page=10',
    '/api/notifications/delivery?per_page=10',
    `/api/notifications/delivery/email/${runId}/summary`,
    `/api/notifications/delivery/email/${runId}?per_page=10`,
    '/api/audience?per_page=10',
    '/api/audience/segment?per_page=10',
    '/api/template?type=Email&per_page=10',
    '/api/dashboard/overview',
  ]
  const pages = repeat(PAGE_EVERY_MS, isOver, no => product.call(token, 'GET', paths[no % paths.length] ?? ''))
  const health = repeat(HEALTH_EVERY_MS, isOver, async () => {
    const { status } = await fetch(`${product.url}/healthz`)
    if (status !== 200) throw new Error(`/healthz answers ${status}`)
  })
  return [described('another tenant’s pages', await pages), described('/healthz', await health)]
}

interface Took {
  tookMs: number[]
  failed: number
}

/** Starts one after the other, whether or not the last one has ended. */
async function repeat(
  intervalMs: number,
  isOver: () => boolean,
  start: (no: number) => Promise<unknown>,
): Promise<Took> {
  const took: Took = { tookMs: [], failed: 0 }
  const running: Promise<void>[] = []
  for (let no = 0; !isOver(); no++) {
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
