/** Conditions on whether a channel reaches a contact as SQL. */
import type { ReachCondition } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** What tells that a contact has an address of the channel, and which; channels without addresses of contacts are absent. */
const ADDRESSES: Partial<Record<ReachCondition['channel'], { has: string; key: string }>> = {
  email: { has: 's.has_email', key: 'c.email_key' },
  sms: { has: 's.has_phone', key: 'c.phone_number' },
  whatsapp: { has: 's.has_phone', key: 'c.phone_number' },
}

/** True or false for every contact `s`, never null. What the person asked for counts before what providers reported. */
export function reachCondition({ channel, status, op }: ReachCondition, { applicationId }: RuleContext): Sql {
  const holds = statusCondition(channel, status, applicationId)
  return op === 'is' ? holds : sql`(not ${holds})`
}

function statusCondition(
  channel: ReachCondition['channel'],
  status: ReachCondition['status'],
  applicationId: string,
): Sql {
  const address = ADDRESSES[channel]
  if (address === undefined) return sql.raw(status === 'no_address' ? 'true' : 'false')
  const has = sql.ref(address.has)
  const left = sql`exists (select 1 from consent n where n.application_id = ${applicationId}
    and n.contact_id = s.contact_id and n.channel = ${channel} and n.status = 'unsubscribed')`
  const listed = (reasons: Sql): Sql => sql`exists (select 1 from suppression p
    join contact c on c.application_id = p.application_id and ${sql.ref(address.key)} = p.address_key
    where p.application_id = ${applicationId} and p.channel = ${channel} and c.contact_id = s.contact_id ${reasons})`
  switch (status) {
    case 'no_address':
      return sql`(not ${has})`
    case 'unsubscribed':
      return sql`(${has} and (${left} or ${listed(sql`and p.reason = 'unsubscribe'`)}))`
    case 'suppressed':
      return sql`(${has} and not ${left} and ${listed(sql`and p.reason <> 'unsubscribe'`)})`
    case 'reachable':
      return sql`(${has} and not ${left} and not ${listed(sql``)})`
  }
}
