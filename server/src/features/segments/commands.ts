/** Writes of segments as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { segmentContacts, segmentName } from '@notifly/contracts/audience'
import { uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { selectMemberIds, selectSegment } from './queries.ts'
import * as segments from './segments.ts'

const common = { activity: ACTIVITY.segmentation, object: 'segment', trail: counted } as const

/** As many contacts as a person may choose by hand; larger segments come from imports and are shown as a count. */
const CHOSEN_MAX = 10_000

interface Which {
  segment_uuid: string
}

/** Its name and, unless it is large, its contacts. */
async function before({ db, actor }: CommandContext, { segment_uuid: segmentId }: Which): Promise<Values | null> {
  const key = { applicationId: actor.applicationId, segmentId }
  const row = await selectSegment(db, key)
  if (row === undefined) return null
  const contacts = { contacts: row.contact_count }
  if (row.kind !== 'static' || row.contact_count > CHOSEN_MAX) return { segment_name: row.name, ...contacts }
  return { segment_name: row.name, ...contacts, contact_uuids: await selectMemberIds(db, key) }
}

/** The trail says how many, never who. */
function counted({ contact_uuids: ids, ...values }: Values): Values {
  return Array.isArray(ids) ? { ...values, contacts: ids.length } : values
}

const nameOf = (values: Values | null): string => textIn(values, 'segment_name')

export const createSegment = defineCommand({
  ...common,
  name: 'segment.create',
  level: 'create',
  payload: z.object({ segment_name: segmentName, contact_uuids: z.optional(segmentContacts) }),
  objectOf: () => null,
  title: ({ segment_name: name }) => name,
  before: async () => null,
  async run({ db, actor, now }, { segment_name: name, contact_uuids: ids }) {
    return { segment_uuid: await segments.createSegment(db, { ...actor, name, now }, ids ?? []) }
  },
  idOf: result => result.segment_uuid,
})

export const updateSegment = defineCommand({
  ...common,
  name: 'segment.update',
  level: 'update',
  payload: z.object({
    segment_uuid: uuid,
    segment_name: z.optional(segmentName),
    contact_uuids: z.optional(segmentContacts),
  }),
  objectOf: ({ segment_uuid: id }) => id,
  title: ({ segment_name: name }, found) => name ?? nameOf(found),
  before,
  async run({ db, actor, now }, { segment_uuid: segmentId, segment_name: name, contact_uuids: contactIds }) {
    await segments.changeSegment(db, { applicationId: actor.applicationId, segmentId }, { name, contactIds }, now)
    return { segment_uuid: segmentId }
  },
})

export const deleteSegment = defineCommand({
  ...common,
  name: 'segment.delete',
  level: 'delete',
  payload: z.object({ segment_uuid: uuid }),
  objectOf: ({ segment_uuid: id }) => id,
  title: (_, found) => nameOf(found),
  before,
  run: ({ db, actor }, { segment_uuid: segmentId }) =>
    segments.removeSegment(db, { applicationId: actor.applicationId, segmentId }),
})

export const segmentCommands: readonly AnyCommand[] = [createSegment, updateSegment, deleteSegment]
