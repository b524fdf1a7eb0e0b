import { chanceOf } from '../../faults/chance.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { createDueQueue } from '../smtp/due-queue.ts'
import { fetchAgain, isOnThisMachine } from '../outward-call.ts'

// The phones behind the push services, with the app on them: it tells that a message came, and somebody may tap it. The app knows
// whom to tell by the address that a tap leads to; a message without one is only shown.

export interface ShownMessage {
  deviceToken: string
  /** The signed name of its delivery, and where a tap leads. */
  token: string
  url: string
}

export interface Phones {
  show(message: ShownMessage): void
  stop(): Promise<void>
}

interface Step {
  message: ShownMessage
  event: 'delivered' | 'clicked'
}

const SHOWN_AFTER_MS = [300, 4000] as const
const TAPPED_AFTER_MS = [1500, 15_000] as const
const TIMEOUT_MS = 10_000
/** Apps open web addresses in the browser of the phone. */
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

export function createPhones(panel: FaultPanel, pace: number, onError: (error: unknown) => void): Phones {
  const stopping = new AbortController()
  const queue = createDueQueue<Step>(32, async ({ message, event }) => {
    // The address is tracked: following it is the click.
    if (event === 'clicked') return visit(message)
    const times = chanceOf(dials().seed, 'doubled', message.deviceToken) < dials().doubled_rate ? 2 : 1
    for (let time = 0; time < times; time++) await tell(message)
  })
  const dials = () => panel.dials('mobilepush')

  const visit = ({ url, deviceToken }: ShownMessage) => {
    const browser = /^[0-9a-f]+$/i.test(deviceToken) ? IPHONE : ANDROID
    return call(url, { redirect: 'manual', headers: { 'user-agent': browser } })
  }
  const tell = ({ url, token }: ShownMessage) =>
    call(`${new URL(url).origin}/sdk/v1/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, event: 'delivered' }),
    })

  const call = async (url: string, init: RequestInit) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const headers = { 'user-agent': 'ShopApp/4.2 (Sandbox)', ...init.headers }
    await fetchAgain(url, { ...init, headers, signal }).then(
      answer => answer.body?.cancel(),
      error => stopping.signal.aborted || onError(error),
    )
  }

  return {
    show(message) {
      if (!isOnThisMachine(message.url)) return
      const { seed, click_rate: clicks, disorder_rate: disorder } = dials()
      const chance = (what: string) => chanceOf(seed, what, message.deviceToken)
      const span = (what: string, [from, to]: readonly [number, number]) => from + chance(what) * (to - from)
      const shown = span('shown', SHOWN_AFTER_MS)
      const tapped = shown + span('tapped', TAPPED_AFTER_MS)
      const isTapped = chance('tap') < clicks
      const isDisordered = isTapped && chance('disorder') < disorder
      queue.add({ message, event: 'delivered' }, (isDisordered ? tapped : shown) * pace)
      if (isTapped) queue.add({ message, event: 'clicked' }, (isDisordered ? shown : tapped) * pace)
    },
    async stop() {
      stopping.abort()
      await queue.stop()
    },
  }
}
