/**
 * By hand, for what takes minutes and needs the machine to itself:
 *
 *     node e2e/acceptance/long.ts kill|stop|postgres [people=60000] [times=3]   amid a campaign; who is lost, who got it twice
 *     node e2e/acceptance/long.ts load [people=60000]                           pages of the API and memory while mails leave
 *     node e2e/acceptance/long.ts crooked                                       every crooked request on every route
 */
import { readFile } from 'node:fs/promises'
import { newOwner, type Owner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, progress, sendThrough } from './campaigns.ts'
import { malformedRequests, told } from './malformed-requests.ts'
import { Installation } from '@notifly/server/testing/installation'
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { routesOf, send, sampleRequest } from './routes.ts'
import { newWorld, valuesOf } from './world.ts'

const [, , what = 'kill', people = '60000', times = '3'] = process.argv
const emails = addresses(Number(people))
const MINUTES_10 = 600_000

interface Stage {
  product: Installation
  receiver: MailCounter
  owner: Owner
  segment: string
}

const product = await Installation.create()
const receiver = await startMailCounter()
try {
  say({ firstStartSeconds: await product.start() })
  if (what === 'crooked') await sendMalformedRequests()
  else {
    const stage = await importedStage()
    if (what === 'load') await underLoad(stage)
    else await disturbedTimes(stage)
  }
} finally {
  await product.remove()
  await receiver.stop()
  say({ errors: product.errors.map(line => line.slice(0, 300)) })
}

async function importedStage(): Promise<Stage> {
  const owner = await newOwner(product)
  await sendThrough(owner, receiver.port)
  const startedAt = performance.now()
  const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
  say({ imported: emails.length, seconds: since(startedAt) })
  return { product, receiver, owner, segment }
}

async function disturbedTimes(stage: Stage): Promise<void> {
  for (let time = 1; time <= Number(times); time++) await disturbed(stage, time)
}

/** Sends one campaign that is interrupted at a random moment. */
async function disturbed({ owner, segment }: Stage, time: number): Promise<void> {
  const before = await receiver.report()
  const campaign = await launch(owner, { name: `Campaign ${time}`, segment })
  const at = before.mails + Math.round(emails.length * (0.1 + 0.8 * Math.random()))
  await waitFor('the middle', async () => ((await receiver.mails()) >= at ? true : undefined), MINUTES_10)
  const disturbedAt = performance.now()
  if (what === 'kill') await product.kill()
  else if (what === 'stop') await product.stop()
  else await product.killPostgres()
  const gone = since(disturbedAt)
  const upSeconds = what === 'postgres' ? null : await product.start()
  const { counts } = await ended(owner, campaign, MINUTES_10)
  const after = await receiver.report()
  const got = emails.map(email => (after.recipients[email] ?? 0) - (before.recipients[email] ?? 0))
  const lost = got.filter(n => n === 0).length
  const doubled = after.mails - before.mails - got.filter(n => n > 0).length
  say({
    time,
    sentBefore: at - before.mails,
    gone,
    upSeconds,
    seconds: since(disturbedAt),
    counts,
    lost,
    doubled,
    most: Math.max(...got),
  })
}

/** Measures the response times of the dashboard's pages during a campaign. */
async function underLoad({ owner, segment }: Stage): Promise<void> {
  const paths = (run: string) => [
    '/api/dashboard/overview',
    '/api/dashboard/application',
    '/api/audience?per_page=50',
    '/api/audience?search=person-59&per_page=50',
    '/api/audience/segment',
    '/api/notifications/schedule/email',
    '/api/notifications/delivery',
    `/api/notifications/delivery/email/${run}/summary`,
    `/api/notifications/delivery/email/${run}?per_page=50`,
    `/api/notifications/delivery/email/${run}?per_page=50&status=sent&page=20`,
  ]
  const warm = await launch(owner, { name: 'Before', segment })
  await ended(owner, warm, MINUTES_10)
  const quiet = await answerTimes(owner, paths(warm), async () => false, 20)
  const startedAt = performance.now()
  const campaign = await launch(owner, { name: 'Under load', segment })
  await waitFor('the first mails', async () => ((await receiver.mails()) > emails.length + 100 ? true : undefined))
  const isOver = async () => (await progress(owner, campaign))?.ended_on !== null
  const busy = await answerTimes(owner, paths(campaign), isOver, Infinity)
  const run = await ended(owner, campaign, MINUTES_10)
  say({ seconds: since(startedAt), perSecond: Math.round(emails.length / since(startedAt)), counts: run.counts })
  for (const [path, times_] of busy)
    say({
      path: path.replace(campaign, 'run'),
      ...figures(times_),
      quiet: figures(quiet.get(path.replace(campaign, warm)) ?? []),
    })
}

async function answerTimes(
  { token }: Owner,
  paths: readonly string[],
  isOver: () => Promise<boolean>,
  rounds: number,
): Promise<Map<string, number[]>> {
  const times_ = new Map<string, number[]>()
  let largest = 0
  for (let round = 0; round < rounds && !(await isOver()); round++) {
    for (const path of paths) {
      const startedAt = performance.now()
      const response = await fetch(`${product.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      times_.set(path, [...(times_.get(path) ?? []), performance.now() - startedAt])
    }
    largest = Math.max(largest, ...(await Promise.all((await product.children()).map(residentMegabytes))))
  }
  say({ megabytesOfLargestProcess: largest })
  return times_
}

async function sendMalformedRequests(): Promise<void> {
  const worlds = await Promise.all(
    ['CrookedA', 'CrookedB', 'CrookedC'].map(mark => newWorld(product, receiver.port, mark)),
  )
  let tried = 0
  for (const route of await routesOf(product.url)) {
    await Promise.all(
      worlds.map(async (world, lane) => {
        const shots = malformedRequests(route, sampleRequest(route, valuesOf(world)))
        for (const shot of shots.filter((_, place) => place % worlds.length === lane)) {
          const { status, text } = await send(product.url, shot, world.owner.token)
          tried++
          if (status >= 500) say({ failed: told(shot), status, text: text.slice(0, 200) })
        }
      }),
    )
  }
  say({ tried })
}

function figures(times_: readonly number[]): { n: number; p50: number; p95: number; most: number } {
  const sorted = times_.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), most: at(1) }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function since(at: number): number {
  return Math.round((performance.now() - at) / 100) / 10
}

function say(figures_: object): void {
  console.log(JSON.stringify(figures_))
}
