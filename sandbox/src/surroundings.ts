import type { FaultPanel } from './faults/fault-panel.ts'
import type { MessageStore } from './messages/message-store.ts'

/** What every emulated provider stands on. */
export interface Surroundings {
  store: MessageStore
  panel: FaultPanel
  dataDir: string
  /** Factor on all waiting: 1 as in life, 0 at once. */
  pace: number
  onError(error: unknown): void
}
