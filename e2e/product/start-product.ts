/** The product as people run it: one child process, an empty data directory, ports that are free. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OPERATORS } from './people.ts'

export interface Product {
  url: string
  sandboxUrl: string
  /** Lines that the product logged as errors so far. */
  errors: string[]
  /** Stops it as Ctrl+C does and removes its data. */
  stop(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ERROR_LEVEL = 50
/** A first start lays out a database; machines that test several things at once are slow. */
const START_TIMEOUT_MS = 60_000

/** Starts the product with the dashboard as it was built last, and with settings of one's own. Resolves once it answers. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  if (!existsSync(join(ROOT, 'web/dist/index.html'))) {
    throw new Error('The dashboard is not built. `npm test -- e2e` builds it and runs the journeys.')
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-e2e-'))
  const [port, sandboxPort, smtpPort] = await freePorts()
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: {
      ...withoutSettings(process.env),
      PORT: String(port),
      NOTIFLY_SANDBOX_PORT: String(sandboxPort),
      NOTIFLY_SANDBOX_SMTP_PORT: String(smtpPort),
      NOTIFLY_DATA_DIR: dataDir,
      NOTIFLY_LOG_LEVEL: 'warn',
      NOTIFLY_OPERATORS: Object.values(OPERATORS).join(','),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const errors = await whenUp(child)
    return { url: `http://localhost:${port}`, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, errors, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The environment without our own settings: what a developer set for the day must not change the run. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => name !== 'DATABASE_URL' && name !== 'NODE_ENV' && !name.startsWith('NOTIFLY_'),
    ),
  )
}

/** Waits for the line that says so. Answers the list that error lines are added to from then on. */
async function whenUp(child: ChildProcess): Promise<string[]> {
  const errors: string[] = []
  const printed: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: string) => reject(new Error(`The product ${reason}:\n${printed.slice(-40).join('\n')}`))
  const timer = setTimeout(() => fail('is not up in time'), START_TIMEOUT_MS)
  child.once('exit', code => fail(`ended with ${code}`))
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue
    createInterface({ input: output }).on('line', line => {
      printed.push(line)
      if (isError(line)) errors.push(line)
      if (line.startsWith('Notifly is up')) resolve()
    })
  }
  await promise.finally(() => clearTimeout(timer))
  return errors
}

function isError(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    return Number((JSON.parse(line) as { level?: unknown }).level) >= ERROR_LEVEL
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGTERM')
  await promise
}

async function freePorts(): Promise<[number, number, number]> {
  // All open at once, so that no two are the same.
  const servers = [createServer(), createServer(), createServer()]
  const ports = await Promise.all(servers.map(openPort))
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports as [number, number, number]
}

function openPort(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
