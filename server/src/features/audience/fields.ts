/** The fields that templates may name, with how many contacts have each and an example. */
import type { MergeField } from '@notifly/contracts/audience'
import type { Deps } from '../../http/deps.ts'
import { BUILT_IN_FIELDS, contactFields, type BuiltInField } from '../../lib/contact-fields.ts'
import { selectBuiltInCounts, selectMergeFields, selectSampleContact } from './field-queries.ts'

/** Our own columns first, then merge fields by name. */
export async function listFields({ database }: Deps, applicationId: string): Promise<MergeField[]> {
  const db = database.kysely
  const [counts, merge, contact] = await Promise.all([
    selectBuiltInCounts(db, applicationId),
    selectMergeFields(db, applicationId),
    selectSampleContact(db, applicationId),
  ])
  const sample: Record<string, unknown> = contact === undefined ? {} : contactFields(contact)
  const builtIn = (Object.keys(BUILT_IN_FIELDS) as BuiltInField[]).map(name => ({
    name,
    type: BUILT_IN_FIELDS[name],
    filled: counts[name] ?? 0,
    sample: asText(sample[name]),
    built_in: true,
  }))
  return [
    ...builtIn,
    ...merge.map(({ type, ...field }) => ({ ...field, type: type as MergeField['type'], built_in: false })),
  ]
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}
