/** Messages between the main process and its role processes, over their IPC channel. */
import type { RestartCount } from './restarts.ts'

/** What has a process of its own, `together` being all of them in one; the engine's workers are started by engine/supervisor.ts. */
export type RoleName = 'api' | 'scheduler' | 'sandbox' | 'together'

/** What a role needs besides the settings. */
export interface RoleOrder {
  connectionString: string
  masterSecret: string
  /** Process id of the launcher, if the main process has one. */
  starter?: number | undefined
  /** Port for bounces: the scheduler is told to listen on it, and the sandbox to report to it. Null: no port; 0: any free one. */
  bouncePort: number | null
}

/** Sent by a role once it is up. */
export interface RoleReady {
  /** The port on which the scheduler listens. */
  bouncePort: number | null
}

/** A running role, in its own process. */
export interface RunningRole extends RoleReady {
  stop(): Promise<void>
  hearRestarts?(counts: readonly RestartCount[]): void
}

export type ToRole = { order: RoleOrder } | { restarts: RestartCount[] } | 'stop'
export type FromRole = { ready: RoleReady } | { refused: string } | 'beat'
