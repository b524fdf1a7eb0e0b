/** Machines of their own, for tests in which one dies: a supervisor and its workers, all in one process group. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostOrder } from './host-process.ts'

export interface EngineHost {
  /** How its workers introduce themselves to mail servers. */
  name: string
  /** To all of its processes at once: a kill leaves no process that could hand over its journal. */
  signal(signal: NodeJS.Signals): void
  /** Kills what is left of it and removes its data. */
  stop(): Promise<void>
}

/** Starts one whose workers are up. */
export async function startEngineHost(order: Omit<HostOrder, 'dataDir'>): Promise<EngineHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-engine-host-'))
  const host = fork(new URL('./host-process.ts', import.meta.url), {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(host, 'exit')
  const signal = (name: NodeJS.Signals): void => void process.kill(-(host.pid ?? 0), name)
  host.send({ ...order, dataDir } satisfies HostOrder)
  await once(host, 'message')
  return {
    name: order.hostname,
    signal,
    stop: async () => {
      if (host.exitCode === null && host.signalCode === null) signal('SIGKILL')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
