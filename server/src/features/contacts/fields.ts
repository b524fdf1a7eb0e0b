/** The fields that templates may use, with the number of contacts that have each, and an example. */
import type { MergeField } from '@notifly/contracts/contacts/audience'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { BUILT_IN_FIELDS, contactFields, type BuiltInField } from '../../lib/contact-fields.ts'
import { usesOfAll } from '../fields/fields.ts'
import { selectBuiltInCounts, selectMergeFields, selectSampleContact } from './field-queries.ts'

/** Built-in columns first, then merge fields by name. `withUses` reads all segments, templates and campaigns. */
export async function listFields(
  { database }: Deps,
  applicationId: string,
  { withUses }: { withUses: boolean },
): Promise<MergeField[]> {
  const { counts, merge, contact, uses } = await listRead(database.kysely, applicationId, async tx => ({
    counts: await selectBuiltInCounts(tx, applicationId),
    merge: await selectMergeFields(tx, applicationId),
    contact: await selectSampleContact(tx, applicationId),
    uses: withUses ? await usesOfAll(tx, applicationId) : undefined,
  }))
  const sample: Record<string, unknown> = contact === undefined ? {} : contactFields(contact)
  const builtIn = (Object.keys(BUILT_IN_FIELDS) as BuiltInField[]).map(name => ({
    name,
    type: BUILT_IN_FIELDS[name],
    filled: counts[name] ?? 0,
    sample: asText(sample[name]),
    built_in: true,
  }))
  return [...builtIn, ...merge.map(row => ({ ...presentField(row), ...(uses && { uses: uses(row.name) }) }))]
}

type FieldRow = Awaited<ReturnType<typeof selectMergeFields>>[number]

function presentField({
  name,
  type,
  filled,
  sample,
  is_leaving,
  leaving_into: into,
  leaving_total,
}: FieldRow): MergeField {
  const total = leaving_total ?? filled
  return {
    name,
    type: type as MergeField['type'],
    filled,
    sample,
    built_in: false,
    ...(is_leaving && { change: { into, done: Math.max(0, total - filled), total } }),
  }
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}
