/** Imports an audience file, copies the same rows by COPY, and reads the dashboard's pages, all while campaigns are being sent. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { addRun } from '@notifly/server/testing/engine/world'
import { addApplication, whenDone } from '../campaign/application.ts'
import { CONTENT } from '../campaign/content.ts'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare, percentile, seconds } from '../harness/compare.ts'
import { startEngine } from '../harness/engine.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { inMebibytes, tree, watchMemory } from '../harness/processes.ts'
import type { Product } from '../harness/product.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { inTime } from '../result.ts'
import { copyIn, copyOut, importInto } from './import.ts'
import { audienceFile } from './people.ts'

const CONNECTIONS = 20
const PAGE_EVERY_MS = 100
const PAGE_BAR_MS = 300

export const benchImportBeside: Benchmark = async ({ environment, sizes, say }) => {
  const { importRows, besideRecipients: recipients } = sizes
  const rounds = Math.min(sizes.rounds, 2)
  const workers = availableParallelism()
  say(`import of ${importRows} rows beside campaigns to ${recipients} recipients, ${rounds} rounds`)
  const file = audienceFile(importRows)
  await using own = await environment()
  const { product, database } = own
  await using sink = await startMailCounter({ record: false })
  const mail = { port: sink.port, connections: CONNECTIONS }
  const sender = await addApplication(database, recipients, mail)
  await using _engine = await startEngine(database, workers)
  using memory = watchMemory(() => tree(product.pid))
  const first = await importInto(product, file, importRows)
  const lines = await copyOut(database, first.applicationId)
  const sending = keepSending(database, sender, recipients)
  const pages = readPages(product, first.token)
  const comparison = await compare(
    rounds,
    async () => importRows / (await seconds(() => importInto(product, file, importRows))),
    async () => importRows / (await copyIn(database, lines)),
  )
  const took = await pages.stop()
  const rate = await sending.stop()
  const how =
    `Beside campaigns to ${recipients} recipients, one after the other by ${workers} workers without a limit, ` +
    `which went at ${Math.round(rate)} mails a second, the fixing of their recipients included.`
  return [
    {
      ...comparison,
      name: 'import beside campaigns',
      bar: { least: 0.5 },
      unit: 'rows/s',
      limitName: 'COPY beside campaigns',
      costs: `${inMebibytes(await memory.stop())} its largest process`,
      how: `${how} ${importRows} rows, otherwise as in "import of a CSV".`,
    },
    {
      ...inTime(percentile(took, 0.95), PAGE_BAR_MS),
      name: 'page beside campaigns and import, p95',
      limitName: 'the bar',
      costs: `half of ${took.length} within ${Math.round(percentile(took, 0.5))} ms`,
      how: `${how} Calls of the dashboard meanwhile, one every ${PAGE_EVERY_MS} ms in turn: ${PAGES.join(', ')}.`,
    },
  ]
}

/** Sends one campaign after another. `stop` waits for the last one and returns the mails per second of all of them. */
function keepSending(database: BenchDatabase, applicationId: string, recipients: number) {
  const course = { isOver: false, mails: 0, seconds: 0 }
  const ended = (async () => {
    while (!course.isOver) {
      // Its recipients are fixed by the product, as always.
      course.seconds += await seconds(async () => {
        const { runId } = await addRun(database, applicationId, { content: CONTENT })
        await whenDone(database, runId)
      })
      course.mails += recipients
    }
  })()
  ended.catch(() => undefined)
  return {
    stop: async (): Promise<number> => {
      course.isOver = true
      await ended
      return course.mails / course.seconds
    },
  }
}

const PAGES = [
  '/api/audience?per_page=10',
  '/api/audience/segment?per_page=10',
  '/api/notifications/schedule/email?per_page=10',
  '/api/notifications/delivery?per_page=10',
  '/api/dashboard/overview',
]

/** Starts a read at fixed times, whether or not the previous one has been answered. `stop` returns the milliseconds of each. */
function readPages(product: Product, token: string) {
  const course = { isOver: false }
  const running: Promise<number>[] = []
  const read = async (path: string): Promise<number> => 1000 * (await seconds(() => product.call(token, 'GET', path)))
  const ended = (async () => {
    while (!course.isOver) {
      const one = read(PAGES[running.length % PAGES.length] ?? '')
      one.catch(() => undefined)
      running.push(one)
      await delay(PAGE_EVERY_MS)
    }
  })()
  return {
    stop: async (): Promise<number[]> => {
      course.isOver = true
      await ended
      return Promise.all(running)
    },
  }
}
