/** Resubscribes a contact by hand, as a command that can be held for approval. Unsubscribing needs no approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { text, uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { withoutAddresses } from '../../lib/addresses.ts'
import { type AnyCommand, defineCommand } from '../approvals/approvals.ts'
import { changeByHand } from '../../people/consent/by-hand.ts'
import { standingFor, WISH_FIELDS } from './consent.ts'

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
  before: ({ db, actor }, { uuid: contactId, channel, topic_uuid: topicId }) =>
    standingFor(db, { applicationId: actor.applicationId, contactId }, { channel, topicId: topicId ?? null }),
  always: WISH_FIELDS,
  said: ({ reason }) => ({ reason: withoutAddresses(reason) }),
  run: ({ db, actor, now }, { uuid: contactId, channel, topic_uuid, reason }) =>
    changeByHand(
      db,
      { applicationId: actor.applicationId, contactId },
      { channel, topicId: topic_uuid ?? null, status: 'subscribed', accountId: actor.accountId, reason },
      now,
    ),
})

export const consentCommands: readonly AnyCommand[] = [resubscribeContact]
