/**
 * Limits how many requests of one application run at the same time. Further ones wait for their turn: a caller that requests hundreds of
 * pages at once waits for the event loop and the database's connections only behind its own requests.
 */
import { Places } from '../../lib/work-pool/places.ts'
import type { Caller, KeyCaller } from '../caller.ts'

const COMMON = { places: 1000, waitingMax: 5000, waitMs: 20_000 }
/** Pages make a few requests at once. */
const ofMembers = new Places({ ...COMMON, placesPerKey: 8, waitingPerKey: 500 })
/** Programs also have a limit per second; what many of them send at the same time is stored together. */
const ofKeys = new Places({ ...COMMON, placesPerKey: 64, waitingPerKey: 1000 })

/** A request that takes longer waits for something else, such as another server or a turn at the database, which has limits of its own. */
const LONG_MS = 1000

/**
 * Runs the work of a request in its caller's turn. Runs that of anonymous callers, who are limited by network, at once. Throws
 * tooManyRequests or unavailable if too many wait.
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
