/** Writes of segments as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { segmentContacts, segmentName } from '@notifly/contracts/contacts/audience'
import { uuid } from '@notifly/contracts/fields'
import { Rules } from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { CHOSEN_MAX } from '@notifly/contracts/contacts/bulk'
import * as z from 'zod/mini'
import { invalidField, orNotFound } from '../../lib/app-error.ts'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { assertRoom } from '../quotas/quotas.ts'
import { selectMemberIds, selectSegment } from './queries.ts'
import * as segments from './segments.ts'

const common = { activity: ACTIVITY.segmentation, object: 'segment', trail: counted } as const

/** As many contacts as a person may choose by hand; larger segments come from imports and are shown as a count. */

interface Which {
  segment_uuid: string
}

/** The segment's name, and its rules or, unless they are many, its contacts. */
async function before({ db, actor }: CommandContext, { segment_uuid: segmentId }: Which): Promise<Values | null> {
  const key = { applicationId: actor.applicationId, segmentId }
  const row = await selectSegment(db, key)
  if (row === undefined) return null
  if (row.kind === 'dynamic') return { segment_name: row.name, rules: row.rules }
  const contacts = { contacts: row.contact_count }
  if (row.contact_count > CHOSEN_MAX) return { segment_name: row.name, ...contacts }
  return { segment_name: row.name, ...contacts, contact_uuids: await selectMemberIds(db, key) }
}

/** The audit trail contains only the number of contacts. */
function counted({ contact_uuids: ids, ...values }: Values): Values {
  return Array.isArray(ids) ? { ...values, contacts: ids.length } : values
}

const nameOf = (values: Values | null): string => textIn(values, 'segment_name')

export const createSegment = defineCommand({
  ...common,
  name: 'segment.create',
  level: 'create',
  payload: z.object({
    segment_name: segmentName,
    contact_uuids: z.optional(segmentContacts),
    rules: z.optional(Rules),
  }),
  objectOf: () => null,
  title: ({ segment_name: name }) => name,
  before: async () => null,
  async run({ deps, db, actor, now }, { segment_name: name, contact_uuids: ids, rules }) {
    await assertRoom({ deps, db, actor }, 'segments')
    if ((ids === undefined) === (rules === undefined)) throw invalidField('rules', sentence('segments.oneOf'))
    const segment = { ...actor, name, now }
    const segmentId =
      rules === undefined
        ? await segments.createSegment(db, segment, ids ?? [])
        : await segments.createDynamicSegment(db, segment, rules)
    return { segment_uuid: segmentId }
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
    rules: z.optional(Rules),
  }),
  objectOf: ({ segment_uuid: id }) => id,
  title: ({ segment_name: name }, found) => name ?? nameOf(found),
  before,
  async run({ db, actor, now }, { segment_uuid: segmentId, segment_name: name, contact_uuids: contactIds, rules }) {
    const key = { applicationId: actor.applicationId, segmentId }
    await segments.changeSegment(db, key, { name, contactIds, rules }, now)
    return { segment_uuid: segmentId }
  },
})

export const duplicateSegment = defineCommand({
  ...common,
  name: 'segment.duplicate',
  level: 'create',
  payload: z.object({ segment_uuid: uuid, segment_name: z.optional(segmentName) }),
  objectOf: () => null,
  title: ({ segment_name: name }, found) => name ?? nameOf(found),
  before: async () => null,
  async freeze({ db, actor }, payload) {
    return { ...payload, segment_name: payload.segment_name ?? (await freeName(db, actor.applicationId, payload)) }
  },
  async run({ db, actor, now }, payload) {
    const key = { applicationId: actor.applicationId, segmentId: payload.segment_uuid }
    const name = payload.segment_name ?? (await freeName(db, actor.applicationId, payload))
    return { segment_uuid: await segments.duplicateSegment(db, key, { ...actor, name, now }) }
  },
  idOf: result => result.segment_uuid,
})

async function freeName(db: CommandContext['db'], applicationId: string, { segment_uuid: segmentId }: Which) {
  const row = orNotFound(await selectSegment(db, { applicationId, segmentId }))
  return segments.nameOfCopy(db, applicationId, row.name)
}

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

export const segmentCommands: readonly AnyCommand[] = [createSegment, updateSegment, duplicateSegment, deleteSegment]
