/** Writes of merge fields. They are listed by `listMergeFields` of audience.ts. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { FieldUse } from '../contacts/audience.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { reopening } from '../approvals/holding.ts'

const PATH = '/api/audience/merge-fields'
const fieldName = text(200)
const write = { held: true, access: { activity: ACTIVITY.audience, level: 'update', scope: 'application' } } as const

export const readFieldUse = endpoint({
  call: `GET ${PATH}/uses`,
  summary: 'Segments, templates, campaigns and sign-up forms that name a merge field',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  query: z.object({ name: fieldName }),
  data: FieldUse,
})

/** FieldUse is also `data` of the 409 of the calls below. Segments follow; templates, campaigns and forms are texts of people, so that a field they name is not renamed: 409. */
export const renameMergeField = endpoint({
  ...write,
  call: `PUT ${PATH}`,
  summary:
    'Rename a merge field of all contacts; rules of segments follow; 409 while templates, campaigns or forms name it',
  body: z.object({ name: fieldName, new_name: fieldName, ...reopening }),
})

export const mergeMergeFields = endpoint({
  ...write,
  call: `POST ${PATH}/merge`,
  summary:
    'Move the values of one merge field to another where that is empty, and delete the first; 409 as in renaming',
  body: z.object({ name: fieldName, into: fieldName, ...reopening }),
})

export const deleteMergeField = endpoint({
  ...write,
  access: { ...write.access, level: 'delete' },
  call: `DELETE ${PATH}`,
  summary: 'Delete a merge field with its values; 409 with FieldUse in `data` while anything names it',
  query: z.object({ name: fieldName, ...reopening }),
})
