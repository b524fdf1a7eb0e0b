/** Ways in which a page can be met: with what it has, while that is still loading, when it can't be loaded, and without the right to it. */
import type { BrowserContext } from 'playwright-core'

export const STATES = ['shown', 'loading', 'failing', 'forbidden'] as const
export type State = (typeof STATES)[number]

/** Calls of the API. */
const CALLS = /\/(?:api|authP)\//
/** What the frame around every page reads; it is answered in every state. */
const FRAME =
  /\/(?:authP\/(?:session|login)|api\/(?:installation|changelogs\/unread|notices|update-notification-vertical))/

/** From now on the pages of this context are in the state; a forbidden page needs a person without rights instead. */
export async function bringInto(state: State, context: BrowserContext): Promise<void> {
  if (state !== 'loading' && state !== 'failing') return
  await context.route(
    url => CALLS.test(url.pathname) && !FRAME.test(url.pathname),
    async route => {
      if (state === 'failing') await route.fulfill({ status: 500, json: { success: false, message: 'Out of order' } })
    },
  )
}

export const isState = (name: string): name is State => (STATES as readonly string[]).includes(name)
