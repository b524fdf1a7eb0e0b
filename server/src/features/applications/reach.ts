import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import { contactCounts } from '../../people/contacts/contact-total.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { selectDeviceCounts, selectUnreachable } from '../../people/reach/reach-counts.ts'

/** How many contacts an application has, and how many of them each channel can reach. */
export interface Reach {
  contacts: number
  /** Of those, who came within the last seven days. */
  addedLately: number
  channels: Record<Channel, number>
}

/** Counting more contacts than this takes so long that the result is cached. */
const LARGE = 100_000
const KEPT_MS = 10_000
const LATELY_MS = 7 * 86_400_000

/** Counts several applications at once. Resolves to a function that returns the figures of each. */
export type ReadReach = (ids: string[]) => Promise<(id: string) => Reach>

/** Returns the reach of applications; for large ones it may be ten seconds old. */
export function createReach(db: Db, clock: Clock): ReadReach {
  const kept = new Map<string, { reach: Reach; until: number }>()
  return async ids => {
    const now = clock.now().getTime()
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id)
    const counted = await countReach(
      db,
      ids.filter(id => !kept.has(id)),
      new Date(now - LATELY_MS),
    )
    for (const [id, reach] of counted) if (reach.contacts > LARGE) kept.set(id, { reach, until: now + KEPT_MS })
    return id => counted.get(id) ?? kept.get(id)?.reach ?? noReach()
  }
}

async function countReach(db: Db, ids: string[], addedSince: Date): Promise<Map<string, Reach>> {
  if (ids.length === 0) return new Map()
  const [counts, devices, unreachable] = await Promise.all([
    contactCounts(db, ids, addedSince),
    selectDeviceCounts(db, ids),
    selectUnreachable(db, ids),
  ])
  const reaches = new Map(ids.map(id => [id, noReach()]))
  for (const row of counts) {
    const { contacts, added: addedLately, with_email: email, with_phone: phone } = row
    const channels = { ...noReach().channels, email, sms: phone, whatsapp: phone }
    reaches.set(row.application_id, { contacts, addedLately, channels })
  }
  const add = (row: { application_id: string; channel: string }, n: number): void => {
    const channel = CHANNELS.find(each => each === row.channel)
    const reach = reaches.get(row.application_id)
    if (channel !== undefined && reach !== undefined) reach.channels[channel] = Math.max(0, reach.channels[channel] + n)
  }
  for (const row of devices) add(row, row.contacts)
  for (const row of unreachable) add(row, -row.contacts)
  return reaches
}

function noReach(): Reach {
  return { contacts: 0, addedLately: 0, channels: { email: 0, sms: 0, whatsapp: 0, webpush: 0, mobilepush: 0 } }
}
