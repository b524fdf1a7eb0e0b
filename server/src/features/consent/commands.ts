/** Putting somebody back by hand, as a command that can be held for approval. Taking somebody out waits for nobody. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { CHANNELS } from '@notifly/contracts/applications'
import { text, uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { type AnyCommand, defineCommand } from '../approvals/approvals.ts'
import { changeByHand, readConsent } from './consent.ts'

export const resubscribeContact = defineCommand({
  name: 'consent.resubscribe',
  activity: ACTIVITY.audience,
  level: 'update',
  object: 'contact',
  payload: z.object({
    uuid,
    channel: z.enum(CHANNELS),
    topic_uuid: z.optional(uuid),
    reason: text(500),
  }),
  objectOf: ({ uuid: id }) => id,
  // No name: what is personal must be able to go while the entry stays.
  title: ({ channel }) => channel,
  async before({ db, actor }, { uuid: contactId, channel, topic_uuid: topicId }) {
    const { channels, topics } = await readConsent(db, { applicationId: actor.applicationId, contactId })
    const topic = topics.find(each => each.uuid === topicId)
    const status = topicId === undefined ? channels.find(each => each.channel === channel)?.status : topic?.status
    return { channel, ...(topic !== undefined && { topic: topic.name }), status: status ?? 'subscribed' }
  },
  run: ({ db, actor, now }, { uuid: contactId, channel, topic_uuid, reason }) =>
    changeByHand(
      db,
      { applicationId: actor.applicationId, contactId },
      { channel, topicId: topic_uuid ?? null, status: 'subscribed', accountId: actor.accountId, reason },
      now,
    ),
})

export const consentCommands: readonly AnyCommand[] = [resubscribeContact]
