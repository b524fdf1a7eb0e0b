/** Why recipients would be skipped at this moment, before anything is stored of what is to be sent to them. */
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { isOfErased } from '../contacts/erased-addresses.ts'
import { isListedAlone, leftTopic, listedFacts, type SkipReason, skipReason } from './skip-reason.ts'

/** Somebody whom a single message is meant for. */
export interface Meant {
  channel: string
  isTransactional: boolean
  topicId: string | null
  /** Null where the address belongs to no contact. */
  contactId: string | null
  address: string
  /** The address itself was named, not a contact that has it: it may be that of an erased person. */
  isNamed: boolean
}

/** What consent and the lists say. Devices and frequency caps are not looked at. */
export type ReasonNow = Extract<
  SkipReason,
  'contact_erased' | 'unsubscribed' | `suppressed_${string}` | 'unsubscribed_topic'
>

/** The reasons in the order of those who are meant; undefined for those who may be written to. One statement for each class. */
export async function skipReasonsNow(
  db: Db,
  secrets: Secrets,
  applicationId: string,
  meant: readonly Meant[],
): Promise<(ReasonNow | undefined)[]> {
  const reasons = new Map<Meant, ReasonNow>()
  for (const isTransactional of [true, false]) {
    const asked = meant.filter(each => each.isTransactional === isTransactional)
    if (asked.length === 0) continue
    const { rows } = await prepared(
      `skip-reasons-${isTransactional ? 'transactional' : 'marketing'}`,
      sql<{ no: number; reason: ReasonNow }>`
        with told as materialized (
          select m.no::int as no, ${reasonOf(secrets, applicationId, isTransactional)} as reason
          from unnest(${asked.map(each => each.channel)}::text[], ${asked.map(each => each.contactId)}::uuid[],
            ${asked.map(each => each.address)}::text[], ${asked.map(each => each.topicId)}::uuid[],
            ${asked.map(each => each.isNamed)}::boolean[])
            with ordinality as m(channel, contact_id, address, topic_id, is_named, no)
        )
        select no, reason from told where reason is not null`,
    ).execute(db)
    for (const { no, reason } of rows) {
      const each = asked[no - 1]
      if (each !== undefined) reasons.set(each, reason)
    }
  }
  return meant.map(each => reasons.get(each))
}

function reasonOf(secrets: Secrets, applicationId: string, isTransactional: boolean) {
  const [address, contactId, channel, topicId] = [sql`m.address`, sql`m.contact_id`, sql`m.channel`, sql`m.topic_id`]
  const on = { applicationId: sql`${applicationId}::uuid`, channel }
  return skipReason({
    isErased: sql`m.is_named and ${isOfErased(secrets, applicationId, { address, channel, topicId, isTransactional })}`,
    ...listedFacts(on, isTransactional, {
      address,
      contactIn: list => isListedAlone(list, contactId),
      addressIn: list => isListedAlone(list, address),
    }),
    hasLeftTopic: isTransactional ? null : leftTopic(on.applicationId, topicId, contactId, address),
  })
}
