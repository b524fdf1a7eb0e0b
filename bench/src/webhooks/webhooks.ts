/** Webhooks: the page of attempts where there are millions, how many events go out, and what they cost a campaign. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { addContacts } from '../campaign/application.ts'
import { setStage } from '../campaign/stage.ts'
import type { Benchmark, BenchContext } from '../harness/bench-context.ts'
import { compare, median, percentile, seconds } from '../harness/compare.ts'
import { numberOf } from '../harness/postgres.ts'
import { type HttpSink, startHttpSink } from '../provider/http-processes.ts'
import { inTime, type Result } from '../result.ts'
import { startDispatcher } from './dispatcher.ts'
import { addWebhook, fillAttempts, fillMessages, OPENED } from './fill.ts'

const PAGE_BAR_MS = 100
const DISPATCH_BAR = 2000
const CAMPAIGN_BAR = 0.85
const ENDPOINTS = 4
/** Whose events are told. */
const CONTACTS = 1000
const LOOK_MS = 50
const TAKEN = { status: '200 OK', headers: { 'content-type': 'application/json' }, body: '{"received":true}' }

export const benchWebhooks: Benchmark = async context => [
  await benchAttempts(context),
  await benchDispatch(context),
  await benchCampaignWithWebhooks(context),
]

async function benchAttempts({ environment, sizes, say }: BenchContext): Promise<Result> {
  const { webhookAttempts: attempts, requests, rounds } = sizes
  say(`page of ${attempts} attempts of a webhook, ${rounds} rounds`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  const { uuid } = await addWebhook(product, token, 'http://127.0.0.1:9/hook')
  await fillAttempts(database, { applicationId, webhookId: uuid, attempts })
  const filters = ['', '&status=ok', '&status=failed', `&event=${OPENED}`, `&event=${OPENED}&status=ok`, '&page=10']
  const slowest = async (): Promise<number> => {
    const times: number[] = []
    for (const filter of filters) {
      const ask = () => product.call(token, 'GET', `/api/webhook/attempts?uuid=${uuid}&per_page=100${filter}`)
      await ask()
      const took: number[] = []
      for (let no = 0; no < requests; no++) took.push(1000 * (await seconds(ask)))
      times.push(percentile(took, 0.95))
    }
    return Math.max(...times)
  }
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) figures.push(await slowest())
  const bytes = await numberOf(
    database,
    `select sum(pg_total_relation_size(relid)) from pg_partition_tree('webhook_attempt')`,
  )
  return {
    ...inTime(median(figures), PAGE_BAR_MS, figures),
    name: 'page of attempts of a webhook, p95',
    limitName: 'the bar, at p95',
    costs: `${Math.round(bytes / 1_048_576)} MB on disk`,
    how:
      `${attempts} attempts of one webhook, half of them of one event, which fails always. The slowest of six filters, a hundred attempts a ` +
      `page, ${requests} requests one after the other.`,
  }
}

async function benchDispatch({ postgres, environment, sizes, say }: BenchContext): Promise<Result> {
  const { webhookEvents: events, rounds } = sizes
  say(`${events} events told to ${ENDPOINTS} webhooks, ${rounds} rounds`)
  await using sink = await startHttpSink(TAKEN)
  await using own = await environment()
  const { product, database } = own
  const endpoints: { applicationId: string; webhookId: string }[] = []
  for (let no = 0; no < ENDPOINTS; no++) {
    const { applicationId, token } = await product.newApplication()
    await addContacts(database, applicationId, CONTACTS)
    const { uuid } = await addWebhook(product, token, `${sink.origin}/hook`)
    endpoints.push({ applicationId, webhookId: uuid })
  }
  const send = async (): Promise<number> => {
    await postgres.checkpoint()
    const before = await sink.messages()
    await fillMessages(database, endpoints, Math.ceil(events / ENDPOINTS))
    return events / (await seconds(() => whenArrived(sink, before + events)))
  }
  await send()
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) figures.push(await send())
  const figure = median(figures)
  return {
    name: 'events told to webhooks',
    figure,
    limit: DISPATCH_BAR,
    ratio: figure / DISPATCH_BAR,
    ratios: figures.map(each => each / DISPATCH_BAR),
    bar: { least: 1 },
    unit: 'events/s',
    limitName: 'the bar',
    costs: `${ENDPOINTS} webhooks`,
    how: `${events} events of contacts that are due at once, one a request, from their commit to the last request; one scheduler.`,
  }
}

async function whenArrived(sink: HttpSink, count: number): Promise<void> {
  while ((await sink.messages()) < count) await delay(LOOK_MS)
}

/** A campaign whose every event a webhook is told, while it is told, against one without a webhook. */
async function benchCampaignWithWebhooks({ postgres, sizes, say }: BenchContext): Promise<Result> {
  const workers = availableParallelism()
  const { recipients, rounds } = sizes
  say(`campaign to ${recipients} recipients with a webhook and without, ${rounds} rounds`)
  await using sink = await startHttpSink(TAKEN)
  await using stage = await setStage({ postgres, workers, recipients })
  const told = await stage.addApplication(recipients)
  await using dispatcher = await startDispatcher(stage.database, { applicationId: told, url: `${sink.origin}/hook` })
  const withWebhook = async (): Promise<number> => {
    const rate = await stage.send({ applicationId: told, recipients })
    await dispatcher.idle()
    return rate
  }
  await stage.send()
  await withWebhook()
  const comparison = await compare(rounds, withWebhook, () => stage.send())
  return {
    ...comparison,
    name: 'campaign with a webhook',
    bar: { least: CAMPAIGN_BAR },
    unit: 'mails/s',
    limitName: 'the same campaign without',
    costs: await stage.costs(),
    how:
      `${recipients} recipients and ${workers} workers as in the e-mail campaign; one webhook for all events of mails, which a ` +
      'process tells meanwhile, 100 events a request. Each campaign begins once everything before it is told.',
  }
}
