/**
 * Response times of the log of an application with a month of entries, at the API of the running product: its first page, unfiltered and
 * filtered.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LOG_SEARCHED_MAX } from '@notifly/contracts/logs/logs'
import type { Benchmark } from '../harness/bench-context.ts'
import { median, percentile, seconds } from '../harness/compare.ts'
import { numberOf } from '../harness/postgres.ts'
import { inTime } from '../result.ts'
import { fillLog, RARE_WORD, RECEIVER } from './fill.ts'

const PAGE_BAR_MS = 50
/** The same bar as for every search of the dashboard. */
const SEARCH_BAR_MS = 300
const PER_PAGE = 10

export const benchLogs: Benchmark = async ({ environment, sizes, say }) => {
  const { logEntries: entries, requests, rounds } = sizes
  say(`log of ${entries} entries, ${rounds} rounds`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  const keyId = randomUUID()
  await fillLog(database, { applicationId, keyId, entries })
  const pages = pagesOf(keyId)
  const searches = [
    `&search=${RARE_WORD}`,
    '&search=nothing-like-that',
    `&status=5xx&search=${RARE_WORD}`,
    // Thirty lists side by side.
    '&status=ok&search=nothing-like-that',
    `&endpoint=${PROVIDER}&search=nothing-like-that`,
  ]
  const turn = callsOfAMinute(requests + 1)
  /** Milliseconds within which 95 of 100 requests are answered, of the query that takes longest. */
  const slowest = async (queries: readonly string[]): Promise<number> => {
    const times: number[] = []
    for (const query of queries) {
      await turn()
      const ask = () => product.call(token, 'GET', `/api/logs?per_page=${PER_PAGE}${query}`)
      await ask()
      const took: number[] = []
      for (let no = 0; no < requests; no++) took.push(1000 * (await seconds(ask)))
      const ms = percentile(took, 0.95)
      say(`  ${ms.toFixed(1)} ms ${decodeURIComponent(query)}`)
      times.push(ms)
    }
    return Math.max(...times)
  }
  const figures: { page: number; search: number }[] = []
  for (let round = 0; round < rounds; round++)
    figures.push({ page: await slowest(pages), search: await slowest(searches) })
  const bytes = await numberOf(
    database,
    `select sum(pg_total_relation_size(relid)) from pg_partition_tree('log_entry')`,
  )
  const common = { limitName: 'the bar, at p95', costs: `${Math.round(bytes / 1_048_576)} MB on disk` }
  const what = `${entries} entries of one application in a month, written set-based, ${PER_PAGE} a page`
  const [page, search] = [figures.map(each => each.page), figures.map(each => each.search)]
  return [
    {
      ...inTime(median(page), PAGE_BAR_MS, page),
      ...common,
      name: 'first page of the log, p95',
      how: `${what}. The slowest of ${pages.length} filters, ${requests} requests one after the other.`,
    },
    {
      ...inTime(median(search), SEARCH_BAR_MS, search),
      ...common,
      name: 'search of the log, p95',
      how: `${what}. The slowest of ${searches.length} searches among the newest ${LOG_SEARCHED_MAX} that fit.`,
    },
  ]
}

/** Calls of one token a minute, a little below the product's limit. */
const A_MINUTE = 2900

/** Waits for the next minute where this one has no room for so many more calls. */
function callsOfAMinute(count: number): () => Promise<void> {
  let [left, endsAtMs] = [0, 0]
  return async () => {
    if (left < count) {
      await delay(Math.max(0, endsAtMs - performance.now()))
      ;[left, endsAtMs] = [A_MINUTE, performance.now() + 61_000]
    }
    left -= count
  }
}

const PROVIDER = encodeURIComponent('https://provider.example/v1/')

/** Each filter by itself, and the slowest combination: filters that many entries match one by one and none together. */
function pagesOf(keyId: string): string[] {
  const receiver = `&receiver=${encodeURIComponent(RECEIVER)}`
  return [
    '',
    '&page=100',
    '&kind=api',
    '&channel=sms',
    '&status=5xx',
    '&status=ok',
    '&kind=outgoing&channel=email&status=4xx',
    `&endpoint=${encodeURIComponent('https://provider.example/v1/web')}`,
    `&endpoint=${encodeURIComponent('/api/v1/contacts/77')}`,
    receiver,
    `&key=${keyId}`,
    `&from=${dayBack(20)}&to=${dayBack(10)}`,
    // Of these there is none.
    '&status=failed',
    '&kind=api&channel=sms',
    '&channel=sms&status=failed',
    `&endpoint=${PROVIDER}&kind=incoming`,
    `&endpoint=${PROVIDER}&channel=email&status=failed`,
    `${receiver}&kind=api`,
    `&key=${keyId}&status=failed`,
    `${receiver}&key=${keyId}&endpoint=${PROVIDER}&kind=incoming&channel=email&status=failed&from=${dayBack(25)}`,
  ]
}

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
