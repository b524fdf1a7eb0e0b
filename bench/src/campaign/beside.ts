/** How a campaign at full speed slows down test messages and the dashboard's pages. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { addRun } from '@notifly/server/testing/engine/world'
import type { Benchmark } from '../harness/bench-context.ts'
import { type BenchDatabase, numberOf } from '../harness/postgres.ts'
import type { Product } from '../harness/product.ts'
import { RefusedCall } from '../harness/request.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { resultOfTimes } from '../result.ts'
import { addContacts, connectMail, whenDone } from './application.ts'
import { CONTENT } from './content.ts'

/** The product answers 429 to an application that has more than a few test messages in progress. */
const TESTS = { everyMs: 200, atOnce: 3 }
/** As many connections as a browser opens to one host. */
const PAGE_CALLS = { everyMs: 100, atOnce: 6 }
/** The least number of calls of each kind, however short the campaign is. */
const LEAST = 5
const TEST_BAR_MS = 1000
const PAGE_BAR_MS = 300

export const benchBeside: Benchmark = async ({ environment, sizes, say }) => {
  const { besideRecipients: recipients } = sizes
  const workers = availableParallelism()
  say(`test messages and pages beside a campaign to ${recipients} recipients`)
  await using sink = await startMailCounter({ record: false })
  await using own = await environment(workers)
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  await connectMail(product, token, sink)
  await addContacts(database, applicationId, recipients)
  const campaign = { endedAtMs: Infinity }
  // The product opens it by itself.
  const { runId } = await addRun(database, applicationId, { content: CONTENT })
  const ended = whenDone(database, runId).finally(() => (campaign.endedAtMs = performance.now()))
  const [tests, pages] = await Promise.all([
    sendTests(product, { database, token, campaign }),
    readPages(product, { token, runId, campaign }),
    ended,
  ])
  const arrived = await sink.mails()
  if (arrived !== recipients + tests.length)
    throw new Error(`${arrived} of ${recipients} + ${tests.length} mails arrived`)
  // From the opening of the run to its end.
  const speed = 'select recipients / extract(epoch from ended_at - started_at) from run where run_id = $1'
  const rate = Math.round(await numberOf(database, speed, runId))
  const how = `Beside a campaign to ${recipients} recipients by ${workers} workers, which went at ${rate} mails a second.`
  return [
    resultOfTimes('test message beside a campaign, p99', tests, {
      share: 0.99,
      barMs: TEST_BAR_MS,
      how: `${how} One test message every ${TESTS.everyMs} ms, from the moment it is due to the answer: the server has it by then.`,
    }),
    resultOfTimes('page beside a campaign, p95', pages, {
      share: 0.95,
      barMs: PAGE_BAR_MS,
      how: `${how} Calls of the pages that are open meanwhile, one every ${PAGE_CALLS.everyMs} ms in turn: ${PAGES.join(', ')}.`,
    }),
  ]
}

interface Course {
  /** On the clock of `performance.now()`. */
  endedAtMs: number
}

/** Milliseconds of each. */
function sendTests(
  product: Product,
  { database, token, campaign }: { database: BenchDatabase; token: string; campaign: Course },
): Promise<number[]> {
  const content = { subject: 'A test', html: CONTENT.html }
  return every(TESTS, campaign, async () => {
    // A person sends twenty an hour.
    await database.pool.query(`delete from rate_limit where key like 'test-mail%'`)
    const body = { template_type: 'Email', content }
    const path = '/api/notifications/email/test'
    const send = () => product.call<{ ok: boolean; message: string }[]>(token, 'POST', path, body)
    const [result] = await untilServed(send)
    if (result?.ok !== true) throw new Error(`a test message failed: ${result?.message}`)
  })
}

const BUSY_MS = 1000

/** Repeats a call that the server refuses because it is busy, as people do. The time spent waiting counts. */
async function untilServed<Data>(call: () => Promise<Data>): Promise<Data> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.status !== 503) throw error
      await delay(BUSY_MS)
    }
  }
}

const PAGES = ['list of campaigns', 'runs', 'course of the run', 'its recipients', 'contacts', 'dashboard'] as const

function readPages(
  product: Product,
  { token, runId, campaign }: { token: string; runId: string; campaign: Course },
): Promise<number[]> {
  const runs = '/api/notifications/delivery'
  const paths = [
    '/api/notifications/schedule/email?per_page=10',
    `${runs}?per_page=10`,
    `${runs}/email/${runId}/summary`,
    `${runs}/email/${runId}?per_page=10`,
    '/api/audience?per_page=10',
    '/api/dashboard/overview',
  ]
  return every(PAGE_CALLS, campaign, no => product.call(token, 'GET', paths[no % paths.length] ?? ''))
}

/**
 * Starts one call every `everyMs` until the campaign has ended, with at most `atOnce` open. Returns the milliseconds of each from the
 * moment it was due, so that time spent waiting for earlier calls counts.
 */
async function every(
  { everyMs, atOnce }: { everyMs: number; atOnce: number },
  campaign: Course,
  call: (no: number) => Promise<unknown>,
): Promise<number[]> {
  const beganMs = performance.now()
  const took: number[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    for (;;) {
      const no = next++
      const dueMs = beganMs + no * everyMs
      if (dueMs > performance.now()) await delay(dueMs - performance.now())
      if (dueMs > campaign.endedAtMs && no >= LEAST) return
      await call(no)
      took.push(performance.now() - dueMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return took
}
