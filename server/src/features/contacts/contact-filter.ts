/** Converts the filters of a list of contacts from the API to a condition. */
import type { CONTACT_CHANGES, CONTACT_PROMPTS, DEVICE_CHANNELS } from '@notifly/contracts/contacts/audience'
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
  is_test?: 'true' | 'false' | undefined
  device?: DeviceChannel | undefined
  prompt?: (typeof CONTACT_PROMPTS)[number] | undefined
  change?: (typeof CONTACT_CHANGES)[number] | undefined
  change_from?: string | undefined
  change_to?: string | undefined
}

type DeviceChannel = (typeof DEVICE_CHANNELS)[number]

export async function readFilter(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  query: Narrowing,
): Promise<ContactFilter> {
  const { search, segment_uuid: segmentId, reachability, is_test: isTest } = query
  const found = search === undefined ? undefined : await selectIdByEmail(database.kysely, applicationId, search)
  const isMember = (id: string) => memberCondition(database.kysely, applicationId, id, clock.now(), 'c.contact_id')
  return {
    applicationId,
    // A whole address means the contact that has it. Its parts are in so many others that looking for them takes long.
    ...(found === undefined ? { search } : { ids: [found] }),
    member: segmentId === undefined ? undefined : await isMember(segmentId),
    reachability,
    isTest: isTest === undefined ? undefined : isTest === 'true',
    ...(await readChange(database.kysely, applicationId, query)),
  }
}

/** Throws invalidInput for days without a change: they would narrow nothing. */
async function readChange(
  db: Db,
  applicationId: string,
  { device, prompt, change, change_from: from, change_to: to }: Narrowing,
): Promise<Pick<ContactFilter, 'device' | 'happened'>> {
  const hasDays = from !== undefined || to !== undefined
  const isOfDevices = change === 'gained' || change === 'lost'
  if (hasDays && change === undefined) throw invalidField('change', sentence('fields.required'))
  const days = daysGiven({ from, to }, hasDays ? await selectTimezone(db, applicationId) : 'UTC', 'change_')
  const named = device !== undefined || prompt !== undefined
  return {
    device: named || isOfDevices ? { channel: device, prompt, ...(isOfDevices && { change, ...days }) } : undefined,
    happened: change === undefined || isOfDevices ? undefined : { change, ...days },
  }
}
