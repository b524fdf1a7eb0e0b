/**
 * How much memory the product takes: `npm start` and everything below it, sandbox and embedded PostgreSQL included, as the sum of
 * proportional set sizes. By hand, on Linux:
 *   node e2e/memory.ts [on|off] [people] [minutes after the campaign]
 * The first argument is NOTIFLY_SMALL. A page that another program shares, such as Node's own code, counts in part only: where other
 * programs run the same Node, put a copy of it first on the PATH.
 */
import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { Installation } from '@notifly/server/testing/installation'
import { addresses, audienceFile, ended, launch, sendThrough } from './acceptance/campaigns.ts'
import { newOwner } from './product/people.ts'
import { importAudience } from './product/seeds.ts'
import { waitFor } from './product/wait-for.ts'

const [mode = 'on', people = '100000', minutesAfter = '0'] = process.argv.slice(2)
const IDLE_MS = 60_000
const LOOK_MS = 250
const PATIENCE_MS = 600_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Share {
  command: string
  bytes: number
}

await using stack = new AsyncDisposableStack()
const product = await Installation.create({ NOTIFLY_SMALL: mode, NOTIFLY_WORKERS: '2' }, { command: 'npm' })
stack.defer(() => product.remove())
const receiver = stack.use(await startMailCounter())

say(
  `NOTIFLY_SMALL=${mode}, load ${loadavg()[0]?.toFixed(1) ?? ''}: first start ${(await product.start()).toFixed(1)} s`,
)
await stop()
say(`start on that data ${(await product.start()).toFixed(1)} s`)
await delay(IDLE_MS)
report('idle, a minute after the start', await shares())
const owner = await newOwner(product)
await sendThrough(owner, receiver.port)
const file = audienceFile(addresses(Number(people)))
const segment = await peakOf(`import of ${people}`, () => importAudience(owner, file, 'Everybody', PATIENCE_MS))
await peakOf(`campaign to ${people}`, async () => ended(owner, await launch(owner, { segment }), PATIENCE_MS))
if (Number(minutesAfter) > 0) {
  await delay(Number(minutesAfter) * 60_000)
  report(`${minutesAfter} minutes after it`, await shares())
}
await stop()

/** npm ends before what it started; PostgreSQL is the last. */
async function stop(): Promise<void> {
  await product.interrupt()
  const isGone = () =>
    product.postgresPid().then(
      () => undefined,
      () => true as const,
    )
  await waitFor('the end of PostgreSQL', isGone, PATIENCE_MS)
}

async function peakOf<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  let highest: Share[] = []
  let isOver = false
  const watch = async (): Promise<void> => {
    for (; !isOver; await delay(LOOK_MS)) {
      const now = await shares()
      if (sum(now) > sum(highest)) highest = now
    }
  }
  const watched = watch()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  isOver = true
  await watched
  report(`highest during the ${name}, ${seconds} s`, highest)
  return result
}

function report(name: string, each: readonly Share[]): void {
  const kinds = Map.groupBy(each, ({ command }) => command)
  const parts = [...kinds].map(
    ([command, those]) => `${command} ${those.length > 1 ? `x${those.length} ` : ''}${mb(sum(those))}`,
  )
  say(`${name}: ${mb(sum(each))} MB (${parts.join(', ')})`)
}

function sum(each: readonly Share[]): number {
  return each.reduce((total, { bytes }) => total + bytes, 0)
}

function mb(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

/** The processes that run now and what each takes. */
async function shares(): Promise<Share[]> {
  const pids = [...new Set([...(await treeOf(product.pid)), ...(await treeOf(await product.postgresPid()))])]
  const all = await Promise.all(pids.map(shareOf))
  return all.filter(each => each !== undefined)
}

async function treeOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(tasks.map(task => readOrNothing(`/proc/${pid}/task/${task}/children`)))
  const children = lists.flatMap(list => list.trim().split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()]
}

/** Nothing for a process that has ended meanwhile. */
async function shareOf(pid: number): Promise<Share | undefined> {
  const [memory, command] = await Promise.all([
    readOrNothing(`/proc/${pid}/smaps_rollup`),
    readOrNothing(`/proc/${pid}/cmdline`),
  ])
  const kilobytes = /^Pss:\s+(\d+)/m.exec(memory)?.[1]
  return kilobytes === undefined ? undefined : { command: nameOf(command), bytes: Number(kilobytes) * 1024 }
}

function nameOf(command: string): string {
  if (command.startsWith('postgres') || command.includes('/postgres')) return 'postgres'
  const known = ['together', 'api', 'scheduler', 'sandbox'].find(role => command.includes(`role-process.ts\0${role}`))
  if (known !== undefined) return known
  if (command.includes('worker-process.ts')) return 'worker'
  if (command.startsWith('npm')) return 'npm'
  return command.includes('supervise-server.ts') || !command.includes('main.ts') ? 'launcher' : 'main'
}

function readOrNothing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
