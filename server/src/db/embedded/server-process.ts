import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import { StartError } from '../../lib/start-error.ts'
import type { Binaries } from './binaries.ts'
import { runCommand, serverEnvironment, spawnIdentity } from './command.ts'
import type { Place } from './place.ts'
import { waitUntil } from './process-state.ts'

/** A running server, our child. */
export interface ServerProcess {
  port: number
  pid: number
  /** Resolves when it is gone, for whatever reason. */
  ended: Promise<void>
  /** Shuts it down (fast: sessions end, everything is written out) and resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it at once, whatever state it is in. */
  kill(): void
}

interface Attempt {
  child: ChildProcess
  port: number
  logFile: string
  logStart: number
  /** What the lock file said before: after a kill, that of the last server. */
  lockBefore: string
  exited: Promise<void>
  hasExited: boolean
}

const attempts = 20
const attemptPauseMs = 500
const logKeptBytes = 10 * 1024 * 1024
const startTimeoutMs = 10 * 60_000 // recovery after a crash may have to read all of max_wal_size
const stopTimeoutMs = 60_000
const killTimeoutMs = 15_000

/** Why a start may fail and work a moment later: the port was taken in between, or a killed server's processes still end. */
const passing = /could not create any TCP\/IP sockets|is still in use/

/** Starts the server, at a free port unless one is given, and resolves when it accepts connections. */
export async function startServer(
  binaries: Binaries,
  place: Place,
  log: DatabaseLog,
  { port, timeoutMs = startTimeoutMs }: { port?: number; timeoutMs?: number } = {},
): Promise<ServerProcess> {
  const logFile = join(place.home, 'server.log')
  await rotate(logFile)
  for (let attempt = 1; ; attempt++) {
    const started = await launch(binaries, place, logFile, port ?? (await freePort()))
    await waitUntil(async () => started.hasExited || (await isReady(place, started)), timeoutMs)
    if (!started.hasExited) return watch(started, binaries, log)
    const said = await readFrom(logFile, started.logStart)
    if (attempt === attempts || !passing.test(said)) {
      throw new StartError(`The database server did not start. Its log (${logFile}) says:\n${lastLines(said)}`)
    }
    log.warn({ logFile, attempt }, 'the database server could not start yet: trying again')
    await delay(attemptPauseMs)
  }
}

async function launch(binaries: Binaries, place: Place, logFile: string, port: number): Promise<Attempt> {
  const fixed = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const settings = Object.entries({ ...fixed, password_encryption: 'scram-sha-256' })
  const args = ['-D', place.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const output = await open(logFile, 'a', 0o600)
  const logStart = (await output.stat()).size
  const lockBefore = await readLock(place)
  const child = spawn(join(binaries.directory, 'postgres'), args, {
    ...spawnIdentity(place.runAs),
    env: serverEnvironment,
    cwd: '/',
    stdio: ['ignore', output.fd, output.fd],
    // A process group of its own: Ctrl-C in the terminal is for us, and the server must outlive our last statement.
    detached: true,
    windowsHide: true,
  })
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  const started: Attempt = { child, port, logFile, logStart, lockBefore, exited, hasExited: false }
  const end = (): void => {
    started.hasExited = true
    resolve()
  }
  child.once('exit', end)
  child.once('error', error => void output.appendFile(`${error.message}\n`).finally(end))
  if (child.pid !== undefined) await output.close()
  return started
}

/**
 * The server's own lock file tells: process id in the first line, state in the eighth. In a container the killed server had the same
 * process id as this one, and its file says ready, too.
 */
async function isReady(place: Place, { child, lockBefore }: Attempt): Promise<boolean> {
  const lock = await readLock(place)
  const lines = lock.split('\n')
  return lock !== lockBefore && Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
}

function readLock(place: Place): Promise<string> {
  return readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
}

function watch(started: Attempt, binaries: Binaries, log: DatabaseLog): ServerProcess {
  const { child, port, logFile, exited } = started
  const pid = child.pid ?? 0
  let stopping: Promise<void> | undefined
  // When our process ends without stop() (an uncaught error), the server goes too. It is the last thing that happens.
  const endWithUs = (): void => void child.kill('SIGINT')
  process.once('exit', endWithUs)
  child.once('exit', (code, signal) => {
    process.off('exit', endWithUs)
    if (!stopping) log.error({ code, signal, logFile }, 'the database server ended by itself')
  })
  const stop = async (): Promise<void> => {
    if (started.hasExited) return
    await signalServer(pid, 'fast', binaries.directory)
    const isGone = await waitUntil(() => started.hasExited, stopTimeoutMs)
    if (isGone) return
    log.warn({ pid }, 'the database server does not shut down: stopping it at once, the next start recovers')
    await signalServer(pid, 'immediate', binaries.directory)
    if (!(await waitUntil(() => started.hasExited, killTimeoutMs))) kill()
    await exited
  }
  // Its own processes notice that it is gone and end.
  const kill = (): void => void child.kill('SIGKILL')
  return { port, pid, ended: exited, stop: () => (stopping ??= stop()), kill }
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

async function rotate(logFile: string): Promise<void> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }))
  if (size > logKeptBytes) await rename(logFile, `${logFile}.1`)
}

async function readFrom(file: string, position: number): Promise<string> {
  return (await readFile(file)).subarray(position).toString()
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n')
}

/** fast ends sessions and writes everything out; immediate stops at once, and the next start recovers from the log. */
export type ShutdownMode = 'fast' | 'immediate'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Asks a server to shut down. One that is gone already is no error. */
export async function signalServer(pid: number, mode: ShutdownMode, binaries: string): Promise<void> {
  const signal = signals[mode]
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL's own tool speaks to the pipe that replaces them.
    await runCommand(join(binaries, 'pg_ctl'), ['kill', signal.slice(3), String(pid)])
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
