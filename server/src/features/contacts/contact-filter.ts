/** Converts the filters of a list of contacts from the API to a condition. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type {
  CONTACT_CHANGES,
  CONTACT_PROMPTS,
  DEVICE_CHANNELS,
  DEVICE_LOSSES,
} from '@notifly/contracts/contacts/audience'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField } from '../../lib/app-error.ts'
import { daysGiven } from '../../lib/time/day-range.ts'
import type { ReachStatus } from '../../people/reach/reach-status.ts'
import { memberCondition } from '../segments/segments.ts'
import { type ContactFilter, selectIdByEmail } from './queries.ts'

interface Narrowing {
  search?: string | undefined
  segment_uuid?: string | undefined
  reachability?: ReachStatus | undefined
  channel?: Channel | undefined
  is_test?: 'true' | 'false' | undefined
  device?: DeviceChannel | undefined
  prompt?: (typeof CONTACT_PROMPTS)[number] | undefined
  change?: (typeof CONTACT_CHANGES)[number] | undefined
  lost_by?: (typeof DEVICE_LOSSES)[number] | undefined
  change_from?: string | undefined
  change_to?: string | undefined
}

type DeviceChannel = (typeof DEVICE_CHANNELS)[number]

export async function readFilter(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  query: Narrowing,
): Promise<ContactFilter> {
  const { search, segment_uuid: segmentId, reachability, channel, is_test: isTest } = query
  const found = search === undefined ? undefined : await selectIdByEmail(database.kysely, applicationId, search)
  const isMember = (id: string) => memberCondition(database.kysely, applicationId, id, clock.now(), 'c.contact_id')
  return {
    applicationId,
    // A whole address means the contact that has it. Its parts are in so many others that looking for them takes long.
    ...(found === undefined ? { search } : { ids: [found] }),
    member: segmentId === undefined ? undefined : await isMember(segmentId),
    reach: readReach(channel, reachability),
    isTest: isTest === undefined ? undefined : isTest === 'true',
    ...(await readChange(database.kysely, applicationId, query)),
  }
}

/** A channel alone means those whom it reaches. */
function readReach(channel: Channel | undefined, status: ReachStatus | undefined): ContactFilter['reach'] {
  if (channel === undefined && status === undefined) return undefined
  return { channel: channel ?? 'email', status: status ?? 'reachable' }
}

/** Throws invalidInput for days, or a reason, without the change that they are of: they would narrow nothing. */
async function readChange(
  db: Db,
  applicationId: string,
  { device, prompt, change, lost_by: lostBy, change_from: from, change_to: to }: Narrowing,
): Promise<Pick<ContactFilter, 'device' | 'happened'>> {
  const hasDays = from !== undefined || to !== undefined
  const isOfDevices = change === 'gained' || change === 'lost'
  if ((hasDays && change === undefined) || (lostBy !== undefined && change !== 'lost'))
    throw invalidField('change', sentence('fields.required'))
  const days = daysGiven({ from, to }, hasDays ? await selectTimezone(db, applicationId) : 'UTC', 'change_')
  const named = device !== undefined || prompt !== undefined
  return {
    device:
      named || isOfDevices ? { channel: device, prompt, lostBy, ...(isOfDevices && { change, ...days }) } : undefined,
    happened: change === undefined || isOfDevices ? undefined : { change, ...days },
  }
}
