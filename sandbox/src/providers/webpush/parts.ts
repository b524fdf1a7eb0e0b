import type { Surroundings } from '../../surroundings.ts'
import type { Browsers } from './browser.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What the push service, the desktop and Safari share. */
export interface WebPush extends Pick<Surroundings, 'store' | 'panel' | 'onError'> {
  subscriptions: Subscriptions
  browsers: Browsers
}
