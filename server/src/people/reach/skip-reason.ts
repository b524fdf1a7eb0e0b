/**
 * Who may be written to, and why not. This is the only definition: the estimate of a campaign, the snapshot of its audience, the answer to a
 * program's call and the final check before sending use it, each with the facts that it can see.
 */
import type { SuppressionReason } from '@notifly/contracts/suppressions/suppressions'
import { type RawBuilder, sql } from 'kysely'
import { channelNamed } from '../../channels/registry.ts'

// Which address each channel uses.

/** The columns of a contact with its addresses, normalized. */
export interface Addresses {
  email_key: string | null
  phone_number: string | null
}

/** The column that a channel writes to; null for device channels. */
export function addressColumn(channel: string): keyof Addresses | null {
  const kind = channelNamed(channel)?.addressedBy
  if (kind === 'device') return null
  return kind === 'email' ? 'email_key' : 'phone_number'
}

/** The contact's address on a channel; null for none, and on device channels. */
export function addressOf(contact: Addresses, channel: string): string | null {
  const column = addressColumn(channel)
  return column === null ? null : contact[column]
}

/** All addresses of contacts. */
export function addressesOf(contacts: readonly Addresses[]): string[] {
  return contacts.flatMap(row => [row.email_key, row.phone_number]).filter(address => address !== null)
}

type Sql = RawBuilder<unknown>

/** Why a recipient is skipped. */
export type SkipReason =
  | 'contact_erased'
  | 'no_address'
  | 'duplicate_address'
  | 'unsubscribed'
  | `suppressed_${SuppressionReason}`
  | 'device_gone'
  | 'unsubscribed_topic'
  | 'frequency_cap'

/** Conditions about one recipient: true, false or null. A missing one is never true, or is not checked. */
export interface RecipientFacts {
  isErased?: Sql
  /** Has no active device, and left with the last one. */
  leftWithDevices?: Sql
  hasNoAddress?: Sql
  /** An earlier recipient has the same address. */
  isDuplicate?: Sql
  hasLeft?: Sql
  suppression?: { exists: Sql; reason: Sql }
  /** Left with this very device. */
  leftWithDevice?: Sql
  isDeviceGone?: Sql
  hasLeftTopic?: Sql | null
  isCapped?: Sql | null
}

/**
 * SQL expression of the reason; null for a recipient who gets the message. The first condition that holds counts, in the order written
 * here.
 */
export function skipReason(
  facts: RecipientFacts,
  say: (reason: SkipReason) => Sql = word,
): RawBuilder<SkipReason | null> {
  const when = (fact: Sql | null | undefined, reason: Sql): Sql[] => (fact ? [sql`when ${fact} then ${reason}`] : [])
  const { suppression } = facts
  const cases = [
    ...when(facts.isErased, say('contact_erased')),
    ...when(facts.leftWithDevices, say('unsubscribed')),
    ...when(facts.hasNoAddress, say('no_address')),
    ...when(facts.isDuplicate, say('duplicate_address')),
    ...when(facts.hasLeft, say('unsubscribed')),
    ...when(suppression?.exists, sql`'suppressed_' || ${suppression?.reason}`),
    ...when(facts.leftWithDevice, say('unsubscribed')),
    ...when(facts.isDeviceGone, say('device_gone')),
    ...when(facts.hasLeftTopic, say('unsubscribed_topic')),
    ...when(facts.isCapped, say('frequency_cap')),
  ]
  return sql`case ${sql.join(cases, sql` `)} end`
}

const word = (reason: SkipReason): Sql => sql.lit(reason)

/** Where a fact is looked up: the rows `k` of a table, the condition under which a row counts, and the column of the recipient. */
interface Listed {
  rows: Sql
  counts: Sql
  column: Sql
}

/** Application and channel, as SQL, so that a prepared statement can pass its parameters. */
interface OnChannel {
  applicationId: Sql
  channel: Sql
}

/** Contacts who left the channel. */
export const unsubscribedContacts = ({ applicationId, channel }: OnChannel): Listed => ({
  rows: sql`consent k where k.application_id = ${applicationId} and k.channel = ${channel}`,
  counts: sql`k.status = 'unsubscribed'`,
  column: sql`k.contact_id`,
})

/** Addresses that are suppressed on the channel. */
export const suppressed = ({ applicationId, channel }: OnChannel): Listed => ({
  rows: sql`suppression k where k.application_id = ${applicationId} and k.channel = ${channel}`,
  counts: sql`true`,
  column: sql`k.address_key`,
})

/** Contacts, and addresses of former contacts, that left the topic. */
export const topicLeavers = (applicationId: Sql, topicId: Sql): { contacts: Listed; addresses: Listed } => ({
  contacts: {
    rows: sql`topic_consent k where k.application_id = ${applicationId} and k.topic_id = ${topicId}`,
    counts: sql`k.status = 'unsubscribed'`,
    column: sql`k.contact_id`,
  },
  addresses: {
    rows: sql`topic_departure k where k.application_id = ${applicationId} and k.topic_id = ${topicId}`,
    counts: sql`true`,
    column: sql`k.address_key`,
  },
})

/** Whether `key` is listed in a row that `counts`; PostgreSQL decides whether it reads the list once or looks up each key. */
export const isListed = ({ rows, counts, column }: Listed, key: Sql, which: Sql = counts): Sql =>
  sql`exists (select 1 from ${rows} and ${column} = ${key} and ${which})`

/** The same, looked up once for all `keys` (an array), one of which is `key`. */
export const isListedAmong = ({ rows, counts, column }: Listed, key: Sql, keys: Sql): Sql =>
  sql`${key} in (select ${column} from ${rows} and ${counts} and ${column} = any (${keys}))`

/** The same, looked up for each key. */
const isListedAlone = ({ rows, counts, column }: Listed, key: Sql): Sql =>
  sql`(select ${counts} from ${rows} and ${column} = ${key} limit 1)`

/** A recipient as SQL, and how it is looked up in lists of contacts and of addresses. */
interface LookedUp {
  address: Sql
  contactIn: (list: Listed) => Sql
  addressIn: (list: Listed) => Sql
}

/**
 * What consent and suppressions say of a recipient. Transactional messages also go to people who unsubscribed: they get the new password
 * that they asked for.
 */
export function listedFacts(
  on: OnChannel,
  isTransactional: boolean,
  { address, contactIn, addressIn }: LookedUp,
): Pick<RecipientFacts, 'hasLeft' | 'suppression'> {
  const all = suppressed(on)
  const list = isTransactional ? { ...all, counts: sql`k.reason <> 'unsubscribe'` } : all
  return {
    ...(!isTransactional && { hasLeft: contactIn(unsubscribedContacts(on)) }),
    suppression: {
      exists: addressIn(list),
      reason: sql`(select k.reason from ${list.rows} and k.address_key = ${address})`,
    },
  }
}

/** Whether the contact or its address left the topic, looked up for each recipient. */
export function leftTopic(applicationId: Sql, topicId: Sql, contactId: Sql, address: Sql): Sql {
  const { contacts, addresses } = topicLeavers(applicationId, topicId)
  return sql`${isListedAlone(contacts, contactId)} or ${isListedAlone(addresses, address)}`
}
