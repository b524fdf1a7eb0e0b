/**
 * Talks to the launcher (`npm start`), which supervises the main process: sends it heartbeats, and reads from it how often the main process
 * was restarted.
 */
import process from 'node:process'
import { endWithParent } from '../lib/process/watch-parent.ts'
import { BEAT_MS } from './supervise-process.ts'
import type { RestartReason } from './restarts.ts'

/** Sent by scripts/supervise.ts, which has the other end. */
interface StarterMessage {
  restarts: Record<RestartReason, number>
}

/** `up`: all processes run. `outside`: id of a process of ours that is outside of our process group (PostgreSQL). */
type ToStarter = 'beat' | 'up' | { outside: number }

interface StarterOptions {
  /** Called when the launcher is gone: this process must end, too. */
  onGone(): void
  onRestarts(reason: RestartReason, count: number): void
}

export interface Starter {
  /** Undefined if the main process has no launcher, as under systemd. */
  pid: number | undefined
  tell(message: ToStarter): void
}

/** Does nothing without a launcher. */
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
