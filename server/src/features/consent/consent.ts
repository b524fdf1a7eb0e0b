/**
 * Front door of consent: what a contact chose, when and how, and changes by hand. Imports never change consent, and editing a contact does
 * not either: both the contact and the address are unsubscribed.
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { CONSENT_STATUSES, ConsentChange, ContactConsent, SignUpProof } from '@notifly/contracts/consent/consent'
import type { Db } from '../../db/schema/tables.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'
import { readStandings, type Standings } from '../../people/reach/standings.ts'
import * as queries from './queries.ts'

type Status = (typeof CONSENT_STATUSES)[number]

/** Throws notFound for an unknown contact. */
export async function readConsent(db: Db, key: ContactKey): Promise<ContactConsent> {
  const contact = orNotFound(await queries.selectContact(db, key))
  const [standingsOf, topics, history] = await Promise.all([
    readStandings(db, key.applicationId, [contact]),
    queries.selectTopicStandings(db, key, contact.email_key),
    queries.selectHistory(db, key),
  ])
  const { on } = standingsOf(contact)
  return {
    channels: CHANNELS.filter(channel => isShown(channel, on(channel))).map(channel => {
      const { consent, suppression } = on(channel)
      return { channel, ...channelStanding(consent, suppression), suppressed: suppression?.reason ?? null }
    }),
    topics: topics.map(({ topic_id, name, description, ...row }) => ({
      uuid: topic_id,
      name,
      description,
      ...standing(row),
    })),
    history: history.map(presentChange),
  }
}

/** Fields that identify which consent an entry of the trail is about. */
export const WISH_FIELDS = ['channel', 'topic', 'topic_uuid'] as const

/** The contact's consent on a channel, or to one topic on it, for the audit trail. Throws notFound. */
export async function standingFor(
  db: Db,
  key: ContactKey,
  { channel, topicId }: { channel: Channel; topicId: string | null },
): Promise<Record<string, string>> {
  const { channels, topics } = await readConsent(db, key)
  if (topicId === null)
    return { channel, status: channels.find(each => each.channel === channel)?.status ?? 'subscribed' }
  const topic = topics.find(each => each.uuid === topicId)
  return { channel, topic_uuid: topicId, topic: topic?.name ?? '', status: topic?.status ?? 'subscribed' }
}

/** Shown if the contact has an address on the channel or made a choice; email is always shown. */
function isShown(channel: Channel, { isAddressed, consent }: ReturnType<Standings['on']>): boolean {
  return channel === 'email' || isAddressed || consent !== undefined
}

interface Row {
  status: string | null
  source: string | null
  since: Date | null
}

function standing({ status, source, since }: Row): { status: Status; source: string | null; since: number | null } {
  return {
    status: status === 'unsubscribed' ? 'unsubscribed' : 'subscribed',
    source,
    since: since === null ? null : epochSeconds(since),
  }
}

/** A former contact with the address may have unsubscribed: that counts like this contact's own choice. */
function channelStanding(consent: Row | undefined, suppression: { reason: string; created_at: Date } | undefined) {
  const hasLeft = consent?.status !== 'unsubscribed' && suppression?.reason === 'unsubscribe'
  if (hasLeft) return standing({ status: 'unsubscribed', source: 'link', since: suppression.created_at })
  return standing(consent ?? { status: null, source: null, since: null })
}

function presentChange(row: Awaited<ReturnType<typeof queries.selectHistory>>[number]): ConsentChange {
  return {
    uuid: row.change_id,
    channel: row.channel as Channel,
    topic: row.topic_name === null ? null : { uuid: row.topic_id, name: row.topic_name },
    status: row.status === 'unsubscribed' ? 'unsubscribed' : 'subscribed',
    source: row.source,
    by: row.account_id === null ? null : { uuid: row.account_id, name: row.account_name },
    reason: row.reason,
    run:
      row.run_id === null || row.run_name === null
        ? null
        : { uuid: row.run_id, name: row.run_name, platform: row.run_channel as Channel },
    form: row.form as SignUpProof | null,
    at: epochSeconds(row.at),
  }
}
