/**
 * Visits of a site by browsers that showed a notification within the last day and did not click it: the notification probably led to them.
 * A delivery has one such visit at most.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { applyEvents } from '../../../engine/events/apply-events.ts'
import type { Deps } from '../../../http/deps.ts'
import { selectShownTo, type Visit } from '../queries.ts'
import { eventIdOf } from './push-events.ts'

/** A person who clicks reaches the site before the browser has reported the click. */
const CLICK_MS = 5000
/** Limit of waiting visits of all sites together; further ones are ignored. */
const MOST = 5000

export interface Visits {
  /** Returns at once; what fails is logged. */
  note(visit: Visit): void
  /** Resolves when all that were noted are stored. */
  stop(): Promise<void>
}

export function startVisits({ database, clock, log }: Deps, waitMs = CLICK_MS): Visits {
  let waiting = new Map<string, Visit>()
  let running: Promise<void> | null = null
  const stopping = new AbortController()

  const store = async (): Promise<void> => {
    await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    const visits = [...waiting.values()]
    waiting = new Map()
    const now = clock.now()
    const shown = await selectShownTo(database.kysely, visits, now)
    const events = shown.map(ref => {
      return {
        ...ref,
        kind: 'visited',
        at: now,
        source: 'recipient',
        bot: false,
        eventId: eventIdOf(ref, 'visited'),
      } as const
    })
    await applyEvents(database, events)
  }
  const run = async (): Promise<void> => {
    while (waiting.size > 0)
      await store().catch((error: unknown) => log.warn({ err: error }, 'visits could not be stored'))
    running = null
  }

  return {
    note(visit) {
      if (waiting.size >= MOST) return
      waiting.set(`${visit.applicationId} ${visit.deviceId}`, visit)
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
