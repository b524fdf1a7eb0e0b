/**
 * Places of files that are being checked. A place is taken before the database connection that the check holds, so those who wait hold
 * nothing, and an application that uploads much waits behind those that upload little.
 */
import { Places } from '../../lib/work-pool/places.ts'

const places = new Places({
  places: 3,
  // Whatever one application uploads, the others find a place.
  placesPerKey: 1,
  waitingPerKey: 8,
  waitingMax: 200,
  waitMs: 60_000,
})

/** Runs a check when its application has its turn. Throws tooManyRequests or unavailable when too much waits. */
export async function inItsPlace<T>(applicationId: string, check: () => Promise<T>): Promise<T> {
  const leave = await places.take(applicationId)
  try {
    return await check()
  } finally {
    leave()
  }
}
