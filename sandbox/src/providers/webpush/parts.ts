import type { FaultPanel } from '../../faults/fault-panel.ts'
import type { MessageStore } from '../../messages/message-store.ts'
import type { Browsers } from './browser.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What the push service, the desktop and Safari share. */
export interface WebPush {
  store: MessageStore
  panel: FaultPanel
  subscriptions: Subscriptions
  browsers: Browsers
  onError(error: unknown): void
}
