/** Converts the filters of a list of contacts from the API to a condition. */
import type { Deps } from '../../http/deps.ts'
import type { ReachStatus } from '../../people/reach/reach-status.ts'
import { memberCondition } from '../segments/segments.ts'
import { type ContactFilter, selectIdByEmail } from './queries.ts'

interface Narrowing {
  search?: string | undefined
  segment_uuid?: string | undefined
  reachability?: ReachStatus | undefined
  is_test?: 'true' | 'false' | undefined
}

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
  }
}
