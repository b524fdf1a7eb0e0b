/** Conditions on whether a channel reaches a contact, as SQL. */
import type { ReachCondition } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { factsOfDevices, reachIs } from '../reach/reach-status.ts'
import { isListed, unsubscribedContacts, addressColumn } from '../reach/skip-reason.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** True or false for every contact `s`, never null. */
export function reachCondition({ channel, status, op }: ReachCondition, { applicationId }: RuleContext): Sql {
  const holds = statusCondition(channel, status, applicationId)
  return op === 'is' ? holds : sql`(not ${holds})`
}

function statusCondition(
  channel: ReachCondition['channel'],
  status: ReachCondition['status'],
  applicationId: string,
): Sql {
  const column = addressColumn(channel)
  const on = { applicationId: sql`${applicationId}`, channel: sql`${channel}` }
  const hasLeft = isListed(unsubscribedContacts(on), sql`s.contact_id`)
  if (column === null) return reachIs(status, factsOfDevices({ ...on, contactId: sql`s.contact_id` }, hasLeft))
  return reachIs(status, {
    isAddressed: sql.ref(column === 'email_key' ? 's.has_email' : 's.has_phone'),
    hasLeft,
    // Via the contact: its row of contact_slot has no address.
    isSuppressed: (which = sql`true`) => sql`exists (select 1 from suppression k
      join contact c on c.application_id = k.application_id and ${sql.ref(`c.${column}`)} = k.address_key
      where k.application_id = ${applicationId} and k.channel = ${channel} and c.contact_id = s.contact_id and ${which})`,
  })
}
