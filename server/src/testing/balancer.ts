/** A balancer as operators have one before several machines with the role `api`. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Installation } from './installation.ts'

const LOOK_MS = 100

export interface Balancer {
  /** Machines that were ready when it looked last. */
  readonly ready: ReadonlySet<Installation>
  /** Answers how many calls were answered, and which were not. */
  stop(): Promise<{ answered: number; failed: string[] }>
}

/** Looks at `/readyz` of each machine, and sends calls to those that were ready then. */
export function startBalancer(machines: readonly Installation[]): Balancer {
  const ready = new Set(machines)
  const failed: string[] = []
  let answered = 0
  let isStopped = false
  const look = async (): Promise<void> => {
    for (const machine of machines) {
      const { ok } = await fetch(`${machine.url}/readyz`).catch(() => ({ ok: false }))
      if (ok) ready.add(machine)
      else ready.delete(machine)
    }
  }
  const ask = async (): Promise<void> => {
    for (const { url } of ready) {
      const answer = await fetch(`${url}/api/installation`).catch((error: unknown) => ({
        ok: false,
        status: String(error),
      }))
      if (answer.ok) answered += 1
      else failed.push(`${url}: ${answer.status}`)
    }
  }
  const repeat = async (what: () => Promise<void>): Promise<void> => {
    while (!isStopped) {
      await what()
      await delay(LOOK_MS)
    }
  }
  const running = Promise.all([repeat(look), repeat(ask)])
  return {
    ready,
    stop: async () => {
      isStopped = true
      await running
      return { answered, failed }
    },
  }
}
