/** Bulk actions: changes to selected contacts, or to all that match a filter; in the background if there are many. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS } from '../applications/applications.ts'
import { reopening } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, text, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { contactFilter, segmentName } from './audience.ts'

export const BULK_ACTIONS = ['add', 'remove', 'unsubscribe', 'delete'] as const

export const BulkAction = z.object({
  uuid,
  /** `add`: to a segment; `remove`: from one. */
  action: z.enum(BULK_ACTIONS),
  state: z.enum(['running', 'done', 'stopped']),
  /** Contacts that were selected. */
  total: z.int(),
  /** How many of them have been processed. */
  done: z.int(),
  /** How many of them were changed. The others needed no change, or no longer exist. */
  changed: z.int(),
  /** The segment; null for the other actions, and if the segment was deleted. */
  segment: z.nullable(z.object({ uuid, name: z.string() })),
  /** The channel or topic that they are unsubscribed from. */
  channels: z.array(z.enum(CHANNELS)),
  created_on: epochSeconds,
  ended_on: z.nullable(epochSeconds),
})
export type BulkAction = z.infer<typeof BulkAction>

/** The most contacts that one call may name; a filter has no limit. */
export const CHOSEN_MAX = 10_000

/** Exactly one of them. A filter selects contacts when the action begins, without contacts that were added after the call. */
const choice = {
  contact_uuids: z.optional(
    z
      .array(uuid)
      .check(
        z.minLength(1, sentenceKey('contacts.choose')),
        z.maxLength(CHOSEN_MAX, sentenceKey('fields.contactsAtOnce')),
      ),
  ),
  filter: z.optional(z.object(contactFilter)),
}

export const BulkChoice = z.object(choice)
export type BulkChoice = z.infer<typeof BulkChoice>

const may = (level: 'read' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.audience, level, scope: 'application' }) as const

/** Adds to an existing static segment or to a new one: exactly one of `segment_uuid` and `segment_name`. */
export const addToSegment = endpoint({
  call: 'POST /api/audience/segment/add',
  summary:
    'Add chosen contacts, or all that match, to a static segment or a new one; a filter needs the right to read contacts',
  access: { activity: ACTIVITY.segmentation, level: 'create', scope: 'application' },
  held: true,
  body: z.object({ ...choice, segment_uuid: z.optional(uuid), segment_name: z.optional(segmentName), ...reopening }),
  data: BulkAction,
})

export const removeFromSegment = endpoint({
  call: 'POST /api/audience/segment/remove',
  summary:
    'Remove chosen contacts, or all that match, from a static segment; a filter needs the right to read contacts',
  access: { activity: ACTIVITY.segmentation, level: 'update', scope: 'application' },
  held: true,
  body: z.object({ ...choice, segment_uuid: uuid, ...reopening }),
  data: BulkAction,
})

export const unsubscribeContacts = endpoint({
  call: 'POST /api/audience/unsubscribe',
  summary: 'Unsubscribe chosen contacts, or all that match, from channels',
  access: may('update'),
  held: true,
  body: z.object({
    ...choice,
    channels: z
      .array(z.enum(CHANNELS))
      .check(
        z.minLength(1, sentenceKey('contacts.chooseChannel')),
        z.maxLength(CHANNELS.length, sentenceKey('fields.format')),
      ),
    /** Stored in the history of each contact. */
    reason: text(500),
    ...reopening,
  }),
  data: BulkAction,
})

export const deleteContacts = endpoint({
  call: 'POST /api/audience/delete',
  summary: 'Delete chosen contacts, or all that match; unsubscribes stay with their addresses',
  access: may('delete'),
  held: true,
  body: z.object({ ...choice, ...reopening }),
  data: BulkAction,
})

export const listBulkActions = endpoint({
  call: 'GET /api/audience/bulk',
  summary: 'Bulk actions that run, and those that ended in the last day, newest first, at most 20',
  access: may('read'),
  data: z.array(BulkAction),
})

export const stopBulkAction = endpoint({
  call: 'POST /api/audience/bulk/{uuid}/stop',
  summary: 'Stop a bulk action; what it has done stays. Needs the right to the action itself',
  access: may('read'),
  params: z.object({ uuid }),
  data: BulkAction,
})
