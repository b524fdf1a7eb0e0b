/** Why recipients would be skipped at this moment, before anything is stored of what is to be sent to them. */
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { isOfErased } from '../contacts/erased-addresses.ts'
import { isListedAmong, leftTopic, listedFacts, type SkipReason, skipReason } from './skip-reason.ts'

/** A recipient of a single message that is about to be stored. */
export interface IntendedRecipient {
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

/** The reasons of those who may not be written to. One statement for each channel and class. */
export async function skipReasonsNow<M extends IntendedRecipient>(
  db: Db,
  secrets: Secrets,
  applicationId: string,
  meant: readonly M[],
): Promise<Map<M, ReasonNow>> {
  const reasons = new Map<M, ReasonNow>()
  const alike = Map.groupBy(meant, ({ channel, isTransactional }) => `${channel} ${isTransactional}`)
  for (const asked of alike.values()) {
    const [first] = asked
    if (first === undefined) continue
    for (const { no, reason } of await askFor(db, secrets, { ...first, applicationId }, asked)) {
      const each = asked[no - 1]
      if (each !== undefined) reasons.set(each, reason)
    }
  }
  return reasons
}

const [ADDRESS, CONTACT, TOPIC] = [sql`m.address`, sql`m.contact_id`, sql`m.topic_id`]

interface Alike extends Pick<IntendedRecipient, 'channel' | 'isTransactional'> {
  applicationId: string
}

async function askFor(
  db: Db,
  secrets: Secrets,
  { applicationId, channel, isTransactional }: Alike,
  asked: readonly IntendedRecipient[],
): Promise<{ no: number; reason: ReasonNow }[]> {
  const on = { applicationId: sql`${applicationId}::uuid`, channel: sql`${channel}::text` }
  const named = { address: ADDRESS, channel: on.channel, topicId: TOPIC, isTransactional }
  const reason = skipReason({
    isErased: sql`m.is_named and ${isOfErased(secrets, applicationId, named)}`,
    ...listedFacts(on, isTransactional, {
      address: ADDRESS,
      contactIn: list => isListedAmong(list, CONTACT, sql`array(select contact_id from m)`),
      addressIn: list => isListedAmong(list, ADDRESS, sql`array(select address from m)`),
    }),
    hasLeftTopic: isTransactional ? null : leftTopic(on.applicationId, TOPIC, CONTACT, ADDRESS),
  })
  const { rows } = await prepared(
    `skip-reasons-${isTransactional ? 'transactional' : 'marketing'}`,
    sql<{ no: number; reason: ReasonNow }>`
      with m as materialized (
        select * from unnest(${asked.map(each => each.contactId)}::uuid[], ${asked.map(each => each.address)}::text[],
          ${asked.map(each => each.topicId)}::uuid[], ${asked.map(each => each.isNamed)}::boolean[])
          with ordinality as m(contact_id, address, topic_id, is_named, no)
      ), told as materialized (
        select m.no::int as no, ${reason} as reason from m
      )
      select no, reason from told where reason is not null order by no`,
  ).execute(db)
  return rows
}
