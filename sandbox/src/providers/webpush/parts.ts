import type { SandboxContext } from '../../sandbox-context.ts'
import type { Browsers } from './browser.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What the push service, the desktop and Safari share. */
export interface WebPush extends Pick<SandboxContext, 'store' | 'panel' | 'onError'> {
  subscriptions: Subscriptions
  browsers: Browsers
}
