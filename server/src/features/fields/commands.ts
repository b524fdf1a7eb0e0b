/** Writes of merge fields as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { text } from '@notifly/contracts/fields'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand } from '../approvals/approvals.ts'
import * as change from './change.ts'
import { selectField } from '../../people/fields/fields.ts'

const fieldName = text(200)

const common = {
  activity: ACTIVITY.audience,
  level: 'update',
  object: 'merge-field',
  objectOf: ({ name }: { name: string }) => name,
  title: ({ name }: { name: string }) => name,
  async before({ db, actor }: CommandContext, { name }: { name: string }) {
    const field = await selectField(db, { applicationId: actor.applicationId, name })
    return field === undefined ? null : { name, type: field.type, filled: field.filled }
  },
} as const

const keyOf = ({ actor }: CommandContext, { name }: { name: string }) => ({ applicationId: actor.applicationId, name })

export const renameField = defineCommand({
  ...common,
  name: 'merge-field.rename',
  payload: z.object({ name: fieldName, new_name: fieldName }),
  run: (context, payload) =>
    change.renameMergeField(context.db, keyOf(context, payload), payload.new_name, context.now),
})

export const joinFields = defineCommand({
  ...common,
  name: 'merge-field.merge',
  payload: z.object({ name: fieldName, into: fieldName }),
  run: (context, payload) => change.joinMergeFields(context.db, keyOf(context, payload), payload.into, context.now),
})

export const deleteField = defineCommand({
  ...common,
  name: 'merge-field.delete',
  level: 'delete',
  payload: z.object({ name: fieldName }),
  run: (context, payload) => change.deleteMergeField(context.db, keyOf(context, payload), context.now),
})

export const mergeFieldCommands: readonly AnyCommand[] = [renameField, joinFields, deleteField]
