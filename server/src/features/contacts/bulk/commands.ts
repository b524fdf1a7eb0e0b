/** Bulk actions as commands that can be held for approval. The audit trail says how many contacts, never who. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { contactFilter, segmentName } from '@notifly/contracts/contacts/audience'
import { CHOSEN_MAX } from '@notifly/contracts/contacts/bulk'
import { epochSeconds, text, uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { lockContacts } from '../../../people/contacts/contact-total.ts'
import { type AnyCommand, type CommandContext, defineCommand, type Values } from '../../approvals/approvals.ts'
import { assertRoom } from '../../quotas/quotas.ts'
import { createEmptySegment, lockStatic } from '../../segments/segments.ts'
import { readFilter } from '../contact-filter.ts'
import { beginBulk, isDoneAtOnce, type NewBulk } from './bulk.ts'

/** The chosen contacts in stored form: with their number, and what a request for approval shows about them. */
const chosen = {
  contact_uuids: z.optional(z.array(uuid).check(z.maxLength(CHOSEN_MAX))),
  filter: z.optional(z.object(contactFilter)),
  /** The name of the segment that the filter names. */
  in_segment: z.optional(z.string()),
  contacts: z.int(),
  /** Contacts that are added later are not meant. */
  asked_on: epochSeconds,
}
const Chosen = z.object(chosen)
export type Chosen = z.infer<typeof Chosen>

const common = {
  before: async () => null,
  trail: withoutNames,
  // A person's own address may be what was looked for.
  hidden: ['filter.search'],
} as const

function withoutNames({ contact_uuids: _, asked_on: _on, ...values }: Values): Values {
  return values
}

/** Throws at `segment_uuid` for a segment that takes no members. Locks contacts first if they are changed at once. */
async function begin(
  context: CommandContext,
  given: Chosen,
  bulk: Pick<NewBulk, 'action' | 'channels' | 'reason'>,
  segmentId?: string,
) {
  const { deps, db, actor } = context
  const { applicationId } = actor
  const filter =
    given.filter === undefined
      ? { applicationId, ids: given.contact_uuids ?? [] }
      : await readFilter(deps, applicationId, given.filter)
  if (isDoneAtOnce({ expected: given.contacts })) await lockContacts(db, applicationId)
  if (segmentId !== undefined) await lockStatic(db, { applicationId, segmentId })
  return beginBulk(context, {
    ...bulk,
    ...(segmentId !== undefined && { segmentId }),
    filter,
    expected: given.contacts,
    until: new Date(given.asked_on * 1000),
  })
}

export const addToSegment = defineCommand({
  ...common,
  name: 'segment.add',
  activity: ACTIVITY.segmentation,
  level: 'create',
  levelOf: ({ segment_uuid: id }) => (id === undefined ? 'create' : 'update'),
  object: 'segment',
  payload: z.object({ ...chosen, segment_uuid: z.optional(uuid), segment_name: segmentName }),
  objectOf: ({ segment_uuid: id }) => id ?? null,
  title: ({ segment_name: name }) => name,
  async run(context, { segment_uuid: id, segment_name: name, ...given }) {
    const { deps, db, actor, now } = context
    if (id !== undefined) return begin(context, given, { action: 'add' }, id)
    await assertRoom({ deps, db, actor }, 'segments')
    return begin(context, given, { action: 'add' }, await createEmptySegment(db, { ...actor, name, now }))
  },
  idOf: ({ segment }) => segment?.uuid ?? '',
})

export const removeFromSegment = defineCommand({
  ...common,
  name: 'segment.remove',
  activity: ACTIVITY.segmentation,
  level: 'update',
  object: 'segment',
  payload: z.object({ ...chosen, segment_uuid: uuid, segment_name: z.string() }),
  objectOf: ({ segment_uuid: id }) => id,
  title: ({ segment_name: name }) => name,
  run: (context, { segment_uuid: id, segment_name: _, ...given }) => begin(context, given, { action: 'remove' }, id),
})

export const unsubscribeContacts = defineCommand({
  ...common,
  name: 'contact.bulk-unsubscribe',
  activity: ACTIVITY.audience,
  level: 'update',
  object: 'contact',
  payload: z.object({ ...chosen, channels: z.array(z.enum(CHANNELS)), reason: text(500) }),
  objectOf: () => null,
  title: ({ contacts }) => String(contacts),
  run: (context, { channels, reason, ...given }) =>
    begin(context, given, { action: 'unsubscribe', channels: [...new Set(channels)], reason }),
})

export const deleteContacts = defineCommand({
  ...common,
  name: 'contact.bulk-delete',
  activity: ACTIVITY.audience,
  level: 'delete',
  object: 'contact',
  payload: Chosen,
  objectOf: () => null,
  title: ({ contacts }) => String(contacts),
  before: async (_, { filter, in_segment: segment, contacts }) => ({
    contacts,
    ...(filter !== undefined && { filter }),
    ...(segment !== undefined && { in_segment: segment }),
  }),
  run: (context, given) => begin(context, given, { action: 'delete' }),
})

export const bulkCommands: readonly AnyCommand[] = [
  addToSegment,
  removeFromSegment,
  unsubscribeContacts,
  deleteContacts,
]
