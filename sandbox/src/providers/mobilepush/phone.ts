import { chanceOf, spanOf } from '../../faults/chance.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { createDueQueue } from '../../due-queue.ts'
import { isOnThisMachine } from '../outward-call.ts'
import { open, sendReport } from './app.ts'

// The phones behind the push services, with the app on them. The app reports that a message arrived, and its owner may
// tap it. The link in the message says where to report; a message without one is only shown.

export interface ShownMessage {
  deviceToken: string
  /** The token of its delivery, and the link that a tap opens. */
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

const CALLS_AT_ONCE = 32
const SHOWN_AFTER_MS = [300, 4000] as const
const TAPPED_AFTER_MS = [1500, 15_000] as const

export function createPhones(panel: FaultPanel, pace: number, onError: (error: unknown) => void): Phones {
  const stopping = new AbortController()
  const act = async ({ message, event }: Step): Promise<void> => {
    const { deviceToken, url, token } = message
    // The link is tracked: following it counts as the click.
    if (event === 'clicked') return tried(open(url, deviceToken, stopping.signal))
    const times = chanceOf(dials().seed, 'doubled', deviceToken) < dials().doubled_rate ? 2 : 1
    for (let time = 0; time < times; time++)
      await tried(sendReport(url, { token, event: 'delivered' }, stopping.signal))
  }
  const queue = createDueQueue<Step>(CALLS_AT_ONCE, act, ({ message }) => new URL(message.url).origin)
  const dials = () => panel.dials('mobilepush')

  const tried = async (call: Promise<unknown>) => {
    await call.catch((error: unknown) => stopping.signal.aborted || onError(error))
  }

  return {
    show(message) {
      if (!isOnThisMachine(message.url)) return
      const { seed, click_rate: clicks, disorder_rate: disorder } = dials()
      const chance = (what: string) => chanceOf(seed, what, message.deviceToken)
      const shown = spanOf(seed, 'shown', message.deviceToken, SHOWN_AFTER_MS)
      const tapped = shown + spanOf(seed, 'tapped', message.deviceToken, TAPPED_AFTER_MS)
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
