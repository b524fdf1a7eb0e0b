/**
 * How many requests of one application are worked on at the same time. Further ones wait for their turn: who asks for hundreds of pages at
 * once queues for the event loop and the database's connections with themselves, and not with everybody.
 */
import { Places } from '../lib/work-pool/places.ts'
import type { Caller, KeyCaller } from './caller.ts'

const COMMON = { places: 1000, waitingMax: 5000, waitMs: 20_000 }
/** Screens ask for a few things at once. */
const ofMembers = new Places({ ...COMMON, placesPerKey: 8, waitingPerKey: 500 })
/** Programs have limits a second besides; what many of them send at the same time is stored together. */
const ofKeys = new Places({ ...COMMON, placesPerKey: 32, waitingPerKey: 1000 })

/** What takes longer waits for something else, such as another server or a turn at the database, and whoever lets it wait has limits of their own. */
const LONG_MS = 1000

/**
 * Does the work of a request in its caller's turn; of anonymous ones, who have limits by their network, at once. Throws tooManyRequests
 * or unavailable when too many wait.
 */
export async function inTurn<T>(caller: Caller | KeyCaller | null, work: () => Promise<T>): Promise<T> {
  if (caller === null) return work()
  const isProgram = 'keyId' in caller
  const key = caller.applicationId ?? (isProgram ? caller.keyId : caller.accountId)
  const leave = await (isProgram ? ofKeys : ofMembers).take(key)
  let hasLeft = false
  const leaveOnce = (): void => {
    if (!hasLeft) leave()
    hasLeft = true
  }
  const timer = setTimeout(leaveOnce, LONG_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    leaveOnce()
  }
}
