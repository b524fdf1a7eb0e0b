import { chanceOf, spanOf } from '../../faults/chance.ts'
import type { RateDial } from '../../faults/dials.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { fetchAgain, isOnThisMachine } from '../outward-call.ts'
import { createDueQueue } from '../../due-queue.ts'
import type { Notification } from './notification.ts'

// The browsers that receive notifications. They report that one arrived, and some of their users click or dismiss it.
// They make the same calls as the worker on a site.

export type Act = { what: 'delivered' | 'dismissed' } | { what: 'click'; address: string }

export interface Browsers {
  /** Delivers a notification; its user then reacts as the dials say. */
  show(endpoint: string, notification: Notification): void
  /** Performs an action from the page at once. Rejects if there is no response. */
  act(notification: Notification, act: Act): Promise<void>
  stop(): Promise<void>
}

const CALLS_AT_ONCE = 16
const SHOWN_AFTER_MS = [50, 800] as const
const ACTED_AFTER_MS = [500, 4000] as const
const TIMEOUT_MS = 10_000

/** `pace`: factor on all delays, 0 for none. */
export function createBrowsers(panel: FaultPanel, pace: number, onError: (error: unknown) => void): Browsers {
  const due = createDueQueue<{ notification: Notification; act: Act }>(
    CALLS_AT_ONCE,
    ({ notification, act }) => perform(notification, act).catch(onError),
    ({ notification: { navigate } }) => (URL.canParse(navigate) ? new URL(navigate).origin : ''),
  )
  const dials = () => panel.dials('webpush')
  const falls = (dial: RateDial, endpoint: string) => chanceOf(dials().seed, dial, endpoint) < dials()[dial]
  const delay = (what: string, endpoint: string, span: readonly [number, number]) =>
    pace * spanOf(dials().seed, what, endpoint, span)
  return {
    show(endpoint, notification) {
      const shownMs = delay('shown', endpoint, SHOWN_AFTER_MS)
      const actedMs = shownMs + delay('acted', endpoint, ACTED_AFTER_MS)
      const isDisordered = falls('disorder_rate', endpoint)
      const add = (act: Act, afterMs: number) => due.add({ notification, act }, afterMs)
      add({ what: 'delivered' }, isDisordered ? actedMs : shownMs)
      if (falls('doubled_rate', endpoint)) add({ what: 'delivered' }, actedMs)
      const act = falls('click_rate', endpoint)
        ? clickOf(notification)
        : falls('complaint_rate', endpoint)
          ? DISMISS
          : undefined
      if (act !== undefined) add(act, isDisordered ? shownMs : actedMs)
    },
    act: perform,
    stop: () => due.stop(),
  }
}

const DISMISS: Act = { what: 'dismissed' }
const clickOf = ({ navigate }: Notification): Act => ({ what: 'click', address: navigate })

async function perform({ navigate, data }: Notification, act: Act): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (act.what === 'click') {
    await visit(act.address, signal)
    return
  }
  // The worker reports to the server that the links lead to.
  const base = /^(https?:\/\/[^/]+(?:\/.*)?)\/t\/c\//.exec(navigate)?.[1]
  if (base === undefined || data.notifly === '' || !isOnThisMachine(base)) return
  const body = new URLSearchParams({ token: data.notifly, event: act.what })
  const answer = await fetchAgain(`${base}/sdk/v1/event`, { method: 'POST', body, signal, headers: BROWSER })
  await answer.body?.cancel()
}

const HOPS = 3

/** Follows a link and its redirects on this machine: Safari's link redirects through a second one of ours. */
async function visit(address: string, signal: AbortSignal): Promise<void> {
  let next: string | null = address
  for (let hop = 0; hop < HOPS && next !== null && isOnThisMachine(next); hop++) {
    const { headers, body } = await fetchAgain(next, { redirect: 'manual', signal, headers: BROWSER })
    await body?.cancel()
    const location = headers.get('location')
    next = location !== null && location.startsWith('/') ? new URL(location, next).href : null
  }
}

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
}
