/** Each process of `npm start` is killed or stopped: it comes back, and the others go on. */
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { Installation } from '@notifly/server/testing/installation'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'

const PEOPLE = 300
/** The campaign lasts longer than a process that hangs is waited for. */
const PER_SECOND = 12
const BACK_MS = 60_000

const product = await Installation.create({}, { command: 'npm' })
const receiver = await startMailCounter()
await product.start()
const owner = await newOwner(product)
await sendThrough(owner, receiver.port, { messages_per_second: PER_SECOND })
const segment = await importAudience(owner, audienceFile(addresses(PEOPLE)), 'Everybody')
afterAll(async () => {
  await product.remove()
  await receiver.stop()
})

/** What each process is called by in the list of processes. */
const COMMANDS = {
  starter: 'supervise-server.ts server/src/main.ts',
  main: 'strip-once.mjs server/src/main.ts',
  api: 'role-process.ts api',
  scheduler: 'role-process.ts scheduler',
  sandbox: 'role-process.ts sandbox',
  worker: 'worker-process.ts',
} as const
type Name = keyof typeof COMMANDS

/** Of this installation alone: its processes have its data directory in their environment. */
async function pidsOf(name: Name): Promise<number[]> {
  const all = (await readdir('/proc')).filter(entry => /^\d+$/.test(entry))
  const found = await Promise.all(
    all.map(async pid => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      const [command, environment] = await Promise.all([read('cmdline'), read('environ')])
      const isOurs = environment.split('\0').includes(`NOTIFLY_DATA_DIR=${product.dataDir}`)
      return isOurs && command.replaceAll('\0', ' ').includes(COMMANDS[name]) ? Number(pid) : undefined
    }),
  )
  return found.filter(pid => pid !== undefined)
}

/** The one that was started last. */
async function pidOf(name: Name): Promise<number> {
  return waitFor(`a process called ${name}`, async () => (await pidsOf(name)).at(-1), BACK_MS)
}

async function signal(name: Name, kind: NodeJS.Signals): Promise<number> {
  const pid = await pidOf(name)
  process.kill(pid, kind)
  return pid
}

const isUp = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return answer?.ok === true
}

const untilUp = (url: string, what: string) =>
  waitFor(what, async () => ((await isUp(url)) ? true : undefined), BACK_MS)

async function restarts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const lines = text.matchAll(/^notifly_process_restarts_total\{process="(\w+)",reason="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name, reason, count]) => [`${name} ${reason}`, Number(count)]))
}

async function untilCounted(expected: Record<string, number>): Promise<void> {
  await expect.poll(restarts, { timeout: BACK_MS }).toMatchObject(expected)
}

test('an API that is killed serves again, one that hangs is ended and serves again, and campaigns go on', async () => {
  const campaign = await launch(owner, { name: 'Meanwhile', segment })
  await waitFor('the first mails', async () => ((await receiver.mails()) > 5 ? true : undefined))
  const workers = await pidsOf('worker')
  const killed = await signal('api', 'SIGKILL')
  await untilUp(`${product.url}/readyz`, 'the API after it was killed')
  const hung = await pidOf('api')
  expect(hung).not.toBe(killed)
  await signal('api', 'SIGSTOP')
  const before = await receiver.mails()
  await untilUp(`${product.url}/readyz`, 'the API after it hung')
  expect(await pidOf('api')).not.toBe(hung)
  expect(await receiver.mails()).toBeGreaterThan(before)
  expect(await pidsOf('worker')).toEqual(workers)
  await untilCounted({ 'api died': 1, 'api hung': 1 })
  expect((await ended(owner, campaign, BACK_MS)).counts).toEqual({ sent: PEOPLE })
  expect((await receiver.report()).mails).toBe(PEOPLE)
})

test('scheduler, sandbox, worker and PostgreSQL come back when they are killed', async () => {
  await Promise.all((['scheduler', 'sandbox', 'worker'] as const).map(name => signal(name, 'SIGKILL')))
  await untilUp(`${product.sandboxUrl}/api/messages`, 'the sandbox')
  await untilCounted({ 'scheduler died': 1, 'sandbox died': 1, 'worker died': 1 })
  // All are back, so that none of them has to start without a database.
  await pidOf('scheduler')
  await product.killPostgres()
  await untilCounted({ 'postgresql died': 1 })
  await untilUp(`${product.url}/readyz`, 'the database')
  const few = await importAudience(owner, audienceFile(addresses(5, 'afterwards')), 'Afterwards')
  const campaign = await launch(owner, { name: 'Afterwards', segment: few })
  expect((await ended(owner, campaign, BACK_MS)).counts).toEqual({ sent: 5 })
})

test('an API that cannot start is tried with longer and longer pauses, and the rest goes on', async () => {
  const scheduler = await pidOf('scheduler')
  const thief = createServer()
  await signal('api', 'SIGKILL')
  await waitFor('the port', () => taken(thief), BACK_MS)
  const pauses = () =>
    product.printed
      .filter(line => line.includes(`Port ${new URL(product.url).port} is in use`))
      .map(line => (JSON.parse(line) as { pauseMs: number }).pauseMs)
  await expect.poll(() => pauses().length, { timeout: BACK_MS }).toBeGreaterThanOrEqual(2)
  expect(pauses()).toEqual(pauses().toSorted((a, b) => a - b))
  expect(pauses().at(-1)).toBeGreaterThanOrEqual(1000)
  expect(await pidOf('scheduler')).toBe(scheduler)
  expect(await isUp(`${product.sandboxUrl}/api/messages`)).toBe(true)
  await new Promise(resolve => thief.close(resolve))
  await untilUp(`${product.url}/readyz`, 'the API at its port')
})

/** Takes the API's port while it is away. */
function taken(thief: ReturnType<typeof createServer>): Promise<true | undefined> {
  const { promise, resolve } = Promise.withResolvers<true | undefined>()
  thief.once('error', () => resolve(undefined))
  thief.listen(Number(new URL(product.url).port), '127.0.0.1', () => resolve(true))
  return promise
}

test('when the main process is killed, all of it is started anew; nothing of the old one is left', async () => {
  const names = ['main', 'api', 'scheduler', 'sandbox', 'worker'] as const
  const old = new Set((await Promise.all(names.map(pidsOf))).flat())
  await signal('main', 'SIGKILL')
  await waitFor('a new main process', async () => (old.has((await pidsOf('main'))[0] ?? 0) ? undefined : true), BACK_MS)
  await untilUp(`${product.sandboxUrl}/api/messages`, 'the sandbox')
  await untilUp(`${product.url}/readyz`, 'the API')
  await untilCounted({ 'main died': 1 })
  const now = (await Promise.all(names.map(pidsOf))).flat()
  expect(now.filter(pid => old.has(pid))).toEqual([])
})

const left = async () => (await Promise.all((Object.keys(COMMANDS) as Name[]).map(pidsOf))).flat()

test('when what started it is killed, nothing is left behind', async () => {
  // At another try the one before is gone.
  if (!(await isUp(`${product.url}/readyz`))) await product.start()
  const postgres = await product.postgresPid()
  await signal('starter', 'SIGKILL')
  await expect.poll(left, { timeout: BACK_MS }).toEqual([])
  await expect.poll(() => isUp(`${product.url}/healthz`)).toBe(false)
  await expect.poll(() => isThere(postgres), { timeout: BACK_MS }).toBe(false)
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a main process that is stopped when what started it is killed ends too, and all of its own', async () => {
  await product.start()
  await signal('main', 'SIGSTOP')
  await signal('starter', 'SIGKILL')
  await expect.poll(left, { timeout: BACK_MS }).toEqual([])
  // Only the main process stops it in order; the next start would take it over.
  await product.killPostgres()
})
