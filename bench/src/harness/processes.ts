/** Resource usage of processes: memory on every system, processor time where the system provides it in files (Linux). */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const EVERY_MS = 100
const MEBIBYTE = 1_048_576
// USER_HZ: 100 on every Linux that Node runs on.
const TICK_MICROSECONDS = 10_000

/** Samples the resident memory of the processes until `stop`, which returns the highest value of the largest process, in bytes. */
export function watchMemory(pids: () => readonly number[]): Disposable & { stop(): Promise<number> } {
  let peakBytes = 0
  let looking = Promise.resolve()
  const look = async (): Promise<void> => {
    peakBytes = Math.max(peakBytes, ...(await Promise.all(pids().map(residentBytes))))
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
      await look()
      return peakBytes
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

export function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MB`
}

/** Microseconds of processor time that the processes have used since they started; NaN where the system does not provide it. */
export function processorTime(pids: readonly number[]): number {
  if (process.platform !== 'linux') return NaN
  return pids.reduce((sum, pid) => sum + (readStat(pid)?.ticks ?? 0), 0) * TICK_MICROSECONDS
}

/** A process and its children. */
export function family(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  return [pid, ...allProcesses().filter(each => readStat(each)?.parent === pid)]
}

/** The first of these processes whose command line ends with a word; undefined where the system does not provide it. */
export function processNamed(word: string, pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  return pids.find(pid => commandLine(pid).endsWith(`\0${word}\0`))
}

/** Empty for a process that has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** A process, its children, and theirs. */
export function tree(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  const childrenOf = Map.groupBy(allProcesses(), each => readStat(each)?.parent ?? 0)
  const found = [pid]
  for (const each of found) found.push(...(childrenOf.get(each) ?? []))
  return found
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
}

/** Resident memory of all of them together, in bytes. What they share counts for each. */
export async function residentBytesOf(pids: readonly number[]): Promise<number> {
  return (await Promise.all(pids.map(residentBytes))).reduce((sum, bytes) => sum + bytes, 0)
}

/** Undefined for a process that has ended. */
function readStat(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Of itself and of the children that it has seen end.
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) }
  } catch {
    return undefined
  }
}

/** 0 for a process that has ended. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }))
  return Number(stdout.trim()) * 1024
}
