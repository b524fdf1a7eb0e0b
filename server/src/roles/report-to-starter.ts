/** What started the main process (`npm start`) looks after it too: it hears that it lives, and tells how often it began anew. */
import process from 'node:process'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { BEAT_MS } from './keep-process.ts'
import type { RestartReason } from './restarts.ts'

/** From scripts/supervise.ts, which has the other end. */
interface StarterMessage {
  restarts: Record<RestartReason, number>
}

/** All of it is up, or which process outside of our group is ours (PostgreSQL). */
type ToStarter = 'beat' | 'up' | { outside: number }

interface StarterOptions {
  /** The starter is gone: we are to end too. */
  onGone(): void
  onRestarts(reason: RestartReason, count: number): void
}

export interface Starter {
  /** Undefined when the main process was started by itself, as a service of the system is. */
  pid: number | undefined
  tell(message: ToStarter): void
}

/** Does nothing when there is no starter. */
export function reportToStarter({ onGone, onRestarts }: StarterOptions): Starter {
  if (!process.connected) return { pid: undefined, tell: () => undefined }
  process.once('disconnect', onGone)
  endWithParent()
  process.on('message', ({ restarts }: StarterMessage) => {
    onRestarts('died', restarts.died)
    onRestarts('hung', restarts.hung)
  })
  const tell = (message: ToStarter): void => void (process.connected && process.send?.(message))
  setInterval(() => tell('beat'), BEAT_MS)
  return { pid: process.ppid, tell }
}
