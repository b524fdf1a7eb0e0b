/** The product as its own processes, which are killed, stopped and started again on the same data: what an operator's machine goes through. */
import { randomInt } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLOCK_AHEAD = new URL('./clock-ahead.ts', import.meta.url)
/** A first start lays out a database; a loaded machine is slow at that. */
const START_TIMEOUT_MS = 120_000
const ERROR_LEVEL = 50

/** What starts the product: the file that the launcher ends up with, or the whole way that a person takes. */
const COMMANDS = { main: [process.execPath, 'server/src/main.ts'], npm: ['npm', 'start'] } as const

interface InstallationOptions {
  command?: keyof typeof COMMANDS
  /** The checkout that runs; ours without. */
  root?: string
  /** Called with each line that the product prints. */
  onLine?: (line: string) => void
}

/** One data directory with its ports, and at most one product that runs on it. */
export class Installation {
  readonly dataDir: string
  readonly url: string
  readonly sandboxUrl: string
  readonly smtpPort: number
  /** Everything that the product printed, of all its starts. */
  readonly printed: string[] = []
  readonly #settings: NodeJS.ProcessEnv
  readonly #options: InstallationOptions
  #child: ChildProcess | undefined

  private constructor(
    dataDir: string,
    ports: readonly number[],
    settings: Record<string, string>,
    options: InstallationOptions,
  ) {
    this.#options = options
    const [port = 0, sandboxPort = 0, smtpPort = 0, dnsPort = 0] = ports
    this.dataDir = dataDir
    this.url = `http://localhost:${port}`
    this.sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    this.smtpPort = smtpPort
    this.#settings = {
      PORT: String(port),
      NOTIFLY_SANDBOX_PORT: String(sandboxPort),
      NOTIFLY_SANDBOX_SMTP_PORT: String(smtpPort),
      NOTIFLY_SANDBOX_DNS_PORT: String(dnsPort),
      NOTIFLY_DATA_DIR: dataDir,
      NOTIFLY_LOG_LEVEL: 'warn',
      // Not by the machine that the tests run on.
      NOTIFLY_SMALL: 'off',
      ...settings,
    }
  }

  /** An empty data directory and free ports; nothing runs yet. */
  static async create(settings: Record<string, string> = {}, options: InstallationOptions = {}): Promise<Installation> {
    const dataDir = await mkdtemp(join(tmpdir(), 'notifly-installation-'))
    const [free = 0, ...others] = await freePorts(4)
    return new Installation(dataDir, [Number(settings['PORT'] ?? free), ...others], settings, options)
  }

  /** Lines that were logged as errors, of all starts. */
  get errors(): string[] {
    return this.printed.filter(isError)
  }

  /** Starts the product. Resolves with the seconds that it took, once it answers. */
  async start(settings: Record<string, string> = {}): Promise<number> {
    const startedAt = performance.now()
    const child = this.#spawn(settings)
    this.#child = child
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const from = this.printed.length
    const fail = (reason: string) =>
      reject(new Error(`The product ${reason}:\n${this.printed.slice(from).slice(-40).join('\n')}`))
    const timer = setTimeout(() => fail('is not up in time'), START_TIMEOUT_MS)
    // Closed, not only ended: its last words must have arrived.
    child.once('close', code => fail(`ended with ${code}`))
    readLines(child, line => {
      this.printed.push(line)
      this.#options.onLine?.(line)
      if (line.startsWith('Notifly is up')) resolve()
    })
    await promise.finally(() => clearTimeout(timer))
    return (performance.now() - startedAt) / 1000
  }

  /** Starts the product with a clock that is ahead of the machine's by so many minutes. */
  startLater(minutes: number): Promise<number> {
    return this.start({ NODE_OPTIONS: `--import=${CLOCK_AHEAD.href}`, CLOCK_AHEAD_MS: String(minutes * 60_000) })
  }

  /** Starts a product that has to give up, and answers what it says on its last way. */
  async refusal(settings: Record<string, string> = {}): Promise<string> {
    const child = this.#spawn(settings)
    const said: string[] = []
    readLines(child, line => said.push(line))
    const [code] = (await once(child, 'close', { signal: AbortSignal.timeout(START_TIMEOUT_MS) })) as [number | null]
    if (code === 0) throw new Error(`It gave up without a failure:\n${said.join('\n')}`)
    return said.filter(line => !line.startsWith('{')).join('\n')
  }

  #spawn(settings: Record<string, string> = {}): ChildProcess {
    const { command = 'main', root = ROOT } = this.#options
    const [file, ...args] = COMMANDS[command]
    return spawn(file, args, {
      cwd: root,
      env: { ...withoutSettings(process.env), ...this.#settings, ...settings },
      // The channel tells the product that what started it is gone, and it ends as well. What npm starts could not use it.
      stdio: ['ignore', 'pipe', 'pipe', ...(command === 'main' ? ['ipc' as const] : [])],
      // A process group of its own, so that a kill can take all of it at one moment.
      detached: true,
    })
  }

  /** Ends all of it but PostgreSQL at one moment, without a chance to say goodbye. */
  async kill(): Promise<void> {
    const child = this.#running()
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
  }

  /** Ends the embedded PostgreSQL and every one of its processes without a chance to say goodbye. */
  async killPostgres(): Promise<void> {
    const pid = await this.postgresPid()
    for (const process_ of [pid, ...(await childrenOf(pid))]) killIfAlive(process_)
  }

  /** Of the product's main process. */
  get pid(): number {
    return this.#running().pid ?? 0
  }

  /** The processes of its roles and workers. */
  children(): Promise<number[]> {
    return childrenOf(this.pid)
  }

  async postgresPid(): Promise<number> {
    const place = await findFile(this.dataDir, 'postmaster.pid')
    return Number((await readFile(place, 'utf8')).split('\n')[0])
  }

  /** As Ctrl+C in a terminal: every process of the group gets it. Resolves when the one that was started has ended. */
  async interrupt(): Promise<void> {
    const child = this.#running()
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await gone
  }

  /** Tells the process that was started, and only that one, to stop. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#running()
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    return child.exitCode
  }

  /** Stops it if it runs and removes its data. */
  async remove(): Promise<void> {
    const child = this.#child
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  #running(): ChildProcess {
    if (this.#child === undefined) throw new Error('The product does not run')
    return this.#child
  }
}

/** Below those that systems lend to outgoing calls: one of them would be taken while a product is down to be started again. */
const PORTS = { first: 15_000, last: 30_000 }

/** Ports that are free now, and that no process is given by chance. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = randomInt(PORTS.first, PORTS.last)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}

/** The environment without our own settings: what a developer set for the day must not change the run. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name === 'DATABASE_URL' || name === 'NODE_ENV' || /^(NOTIFLY|OTEL)_/.test(name)
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)))
}

function readLines({ stdout, stderr }: ChildProcess, onLine: (line: string) => void): void {
  for (const output of [stdout, stderr]) if (output !== null) createInterface({ input: output }).on('line', onLine)
}

function isError(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    return Number((JSON.parse(line) as { level?: unknown }).level) >= ERROR_LEVEL
  } catch {
    return false
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return tasks.trim().split(' ').filter(Boolean).map(Number)
}

/** A process may end by itself just before it is killed. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function findFile(folder: string, name: string): Promise<string> {
  const files = await readdir(folder, { recursive: true })
  const found = files.find(file => file.endsWith(name))
  if (found === undefined) throw new Error(`There is no ${name} in ${folder}`)
  return join(folder, found)
}
