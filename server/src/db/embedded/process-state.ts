import { readFile, readlink } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from './command.ts'

/**
 * A mark that tells this process from a later one with the same number: its start time. undefined when there is no such
 * process, or only a zombie of it, which holds nothing any more.
 */
export async function processMark(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name in parentheses may itself hold spaces and parentheses. After it: state (field 3) ... start time (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat === '' || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (process.platform === 'win32') return isSignalable(pid) ? 'alive' : undefined
  const { code, stdout } = await runCommand('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
  return code !== 0 || stdout.trim() === '' || stdout.startsWith('Z') ? undefined : stdout.trim().replace(/^\S+\s+/, '')
}

/** Whether the process is a PostgreSQL server on that cluster directory (a real path). */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return true // signals go through a pipe that only a PostgreSQL server listens to
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (cwd !== '') return cwd === cluster
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0').includes(cluster)
  }
  const { stdout } = await runCommand('ps', ['-o', 'command=', '-p', String(pid)])
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/** Whether a process or a zombie has this number: PostgreSQL asks the same before it trusts its lock file. */
export function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Asks again every few milliseconds until the answer is true; false when the time is over. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await delay(15)
  }
  return true
}
