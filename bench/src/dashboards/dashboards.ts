/** Response times of dashboards over a large history, measured at the API of the running product. */
import { Agent } from 'node:http'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { Benchmark } from '../harness/bench-context.ts'
import { median, percentile, seconds } from '../harness/compare.ts'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'
import type { Product } from '../harness/product.ts'
import { receive } from '../harness/request.ts'
import { inTime, type Result } from '../result.ts'
import { DAYS, fillActivity } from './fill.ts'

const BAR_MS = 50
const GROWTH_MOST = 1.5
const RANGES = [1, 30, 90, DAYS]
/** How many times fewer messages the small history has. */
const FEWER = 10
const TABLES = ['activity_quarter', 'activity_total', 'activity_detail', 'activity_detail_total']

/** Applications, by the tokens to work in them. */
interface History {
  /** Has all messages and campaigns on each channel. */
  byChannel: { token: string }
  /** Has as many on all channels together. */
  together: { token: string }
}

export const benchDashboards: Benchmark = async ({ environment, sizes, say }) => {
  const { dashboardCampaigns: campaigns, dashboardMessages: messages, requests, rounds } = sizes
  say(`dashboards of ${messages} messages of ${campaigns} campaigns on each channel, ${rounds} rounds`)
  await using own = await environment()
  const { product, database } = own
  const fill = async (history: { campaigns: number; messages: number }) => {
    const application = await product.newApplication()
    await fillActivity(database, { ...history, applicationId: application.applicationId, channels: CHANNELS })
    return application
  }
  const historyOf = async (all: number): Promise<History> => {
    const ofAll = { campaigns: campaigns / CHANNELS.length, messages: all / CHANNELS.length }
    return { byChannel: await fill({ campaigns, messages: all }), together: await fill(ofAll) }
  }
  const small = await historyOf(messages / FEWER)
  const large = await historyOf(messages)
  const how =
    `Sums that ${messages} messages on each of ${CHANNELS.length} channels leave: ${campaigns} campaigns over ${DAYS} days, a tenth of them ` +
    'every week, folded as by upkeep; written set-based, no deliveries. For the dashboard of all channels together, as many messages and ' +
    `campaigns on all of them. The slowest of the six, ${requests} requests one after the other.`
  const costs = await sizeOf(database)
  const common = { costs, limitName: 'the bar, at p95', how }
  const results: Result[] = []
  for (const days of RANGES) {
    const figures: number[] = []
    for (let round = 0; round < rounds; round++) figures.push(await slowest(product, large, days, requests))
    results.push({
      ...inTime(median(figures), BAR_MS, figures),
      ...common,
      name: days === 1 ? 'dashboard of a day' : `dashboard of ${days} days`,
    })
  }
  return [...results, { ...(await growth(product, small, large, sizes)), costs, how }]
}

async function growth(
  product: Product,
  small: History,
  large: History,
  { requests, rounds, dashboardMessages: messages }: { requests: number; rounds: number; dashboardMessages: number },
): Promise<Omit<Result, 'costs' | 'how'>> {
  const pairs: { many: number; few: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const few = await slowest(product, small, DAYS, requests)
    pairs.push({ few, many: await slowest(product, large, DAYS, requests) })
  }
  const figure = median(pairs.map(({ many }) => many))
  const limit = median(pairs.map(({ few }) => few))
  return {
    name: `growth of a dashboard of ${DAYS} days`,
    figure,
    limit,
    ratio: figure / limit,
    ratios: pairs.map(({ many, few }) => many / few),
    bar: { most: GROWTH_MOST },
    unit: 'ms',
    limitName: `${messages / FEWER} messages`,
  }
}

/**
 * The time within which 95 of 100 requests are answered, in milliseconds, for the slowest of each single channel and all channels together:
 * until the last byte, compressed as for a browser, is received.
 */
async function slowest(product: Product, history: History, days: number, requests: number): Promise<number> {
  const to = new Date().toISOString().slice(0, 10)
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (const name of [...CHANNELS, 'engagement']) {
    const { token } = name === 'engagement' ? history.together : history.byChannel
    const path = `/api/dashboard/${name}?from=${from}&to=${to}`
    const { has_data, has_sent } = await product.call<{ has_data?: boolean; has_sent?: boolean }>(token, 'GET', path)
    if (has_data !== true && has_sent !== true && days === DAYS) throw new Error(`the dashboard of ${name} is empty`)
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, deflate' }
    const took: number[] = []
    for (let no = 0; no < requests; no++) {
      took.push(1000 * (await seconds(() => receive(agent, product.url + path, headers))))
    }
    times.push(percentile(took, 0.95))
  }
  agent.destroy()
  return Math.max(...times)
}

/** The size of both histories together. */
async function sizeOf(database: BenchDatabase): Promise<string> {
  const bytes = await numberOf(
    database,
    `select sum(pg_total_relation_size(t::regclass)) from unnest($1::text[]) t`,
    TABLES,
  )
  const rows = await numberOf(
    database,
    'select (select count(*) from activity_quarter) + (select count(*) from activity_detail)',
  )
  return `${Math.round(bytes / 1_048_576)} MB on disk, ${rows} rows for all`
}
