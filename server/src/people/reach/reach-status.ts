/** What a channel may do with a contact, in the four words of lists and rules. */
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

export type ReachStatus = 'reachable' | 'unsubscribed' | 'suppressed' | 'no_address'

/** Conditions about one contact on one channel; true or false, never null. */
export interface ReachFacts {
  isAddressed: Sql
  hasLeft: Sql
  /** `which`: a condition on the suppression `k`. */
  isSuppressed: (which?: Sql) => Sql
}

/** For device channels, which have no suppressions: a contact who left with the last device has left, as in skip-reason.ts. */
export function factsOfDevices(
  { applicationId, channel, contactId }: { applicationId: Sql; channel: Sql; contactId: Sql },
  hasLeft: Sql,
): ReachFacts {
  const hasDevice = (which: Sql): Sql => sql`exists (select 1 from device v
    where v.application_id = ${applicationId} and v.channel = ${channel} and v.contact_id = ${contactId} and ${which})`
  const takesMessages = hasDevice(sql`v.retired_at is null`)
  const leftWithLast = sql`(not ${takesMessages} and ${hasDevice(sql`v.retired_reason = 'unsubscribed'`)})`
  return {
    isAddressed: sql`(${takesMessages} or ${leftWithLast})`,
    hasLeft: sql`(${leftWithLast} or ${hasLeft})`,
    isSuppressed: () => sql`false`,
  }
}

/** Whether the contact has that status. What the person asked for takes precedence over what providers reported. */
export function reachIs(status: ReachStatus, { isAddressed, hasLeft, isSuppressed }: ReachFacts): RawBuilder<boolean> {
  switch (status) {
    case 'no_address':
      return sql`(not ${isAddressed})`
    case 'unsubscribed':
      return sql`(${isAddressed} and (${hasLeft} or ${isSuppressed(sql`k.reason = 'unsubscribe'`)}))`
    case 'suppressed':
      return sql`(${isAddressed} and not ${hasLeft} and ${isSuppressed(sql`k.reason <> 'unsubscribe'`)})`
    case 'reachable':
      return sql`(${isAddressed} and not ${hasLeft} and not ${isSuppressed()})`
  }
}
