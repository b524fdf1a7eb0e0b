/** What the main process and its role processes tell each other over their channel. */
import type { RestartCount } from './restarts.ts'

/** Roles that have a process of their own; the engine's workers are started by engine/supervisor.ts. */
export type RoleName = 'api' | 'scheduler' | 'sandbox'

/** What a role cannot read from the settings. */
export interface RoleOrder {
  connectionString: string
  masterSecret: string
  /** The launcher, where the main process has one. */
  starter?: number | undefined
  /** Where bounces are taken in: asked of the scheduler, told to the sandbox. Null: nowhere. Port 0 is any free one. */
  bouncePort: number | null
}

/** What a role says once it is up. */
export interface RoleReady {
  /** Where the scheduler really listens. */
  bouncePort: number | null
}

/** A role at work, in its own process. */
export interface RunningRole extends RoleReady {
  stop(): Promise<void>
  hearRestarts?(counts: readonly RestartCount[]): void
}

export type ToRole = { order: RoleOrder } | { restarts: RestartCount[] } | 'stop'
export type FromRole = { ready: RoleReady } | { refused: string } | 'beat'
