import type { FaultPanel } from './faults/fault-panel.ts'
import type { MessageStore } from './messages/message-store.ts'

/** What every emulated provider needs. */
export interface SandboxContext {
  store: MessageStore
  panel: FaultPanel
  dataDir: string
  /** Factor on all delays: 1 is realistic, 0 is no delay. */
  pace: number
  onError(error: unknown): void
}
