/** Removes an address from the list, as a command that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { text } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { maskedAddress, withoutAddresses } from '../../lib/addresses.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AnyCommand, defineCommand } from '../approvals/approvals.ts'
import { deleteSuppression, selectSuppression } from '../../people/suppressions/suppressions.ts'
import { entryId, OBJECT } from './suppressions.ts'

export const removeSuppression = defineCommand({
  name: 'suppression.delete',
  activity: ACTIVITY.audience,
  level: 'delete',
  object: OBJECT,
  /** Why it goes; why it came there is in `before`. */
  payload: z.object({ channel: z.enum(CHANNELS), address: text(254), removal_reason: text(500) }),
  objectOf: ({ channel, address }) => entryId({ channel, address_key: address }),
  // The trail outlives the person whose address it is.
  title: ({ address }) => maskedAddress(address),
  hidden: ['address'],
  async before({ db, actor }, { channel, address }) {
    const row = await selectSuppression(db, { applicationId: actor.applicationId, channel, address })
    return row === undefined ? null : { channel, address, reason: row.reason, note: row.detail }
  },
  trail: ({ note, ...values }) => ({
    ...values,
    ...(typeof note === 'string' && { note: withoutAddresses(note) }),
  }),
  said: ({ removal_reason: reason }) => ({ removal_reason: withoutAddresses(reason) }),
  async run({ db, actor }, { channel, address }) {
    const isGone = await deleteSuppression(db, { applicationId: actor.applicationId, channel, address })
    if (!isGone) throw new AppError('notFound')
  },
})

export const suppressionCommands: readonly AnyCommand[] = [removeSuppression]
