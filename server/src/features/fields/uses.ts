/** Uses of a merge field: rules of segments, contents of templates and campaigns, and sign-up forms. */
import type { FieldUse } from '@notifly/contracts/contacts/audience'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FieldKey } from '../../people/fields/fields.ts'
import { type NamingRow, selectUsesOfField } from './queries.ts'

/** Returns what uses the field, the first hundred of each kind. */
export async function usesOf(db: Db, { applicationId, name }: FieldKey): Promise<FieldUse> {
  return useOf(await selectUsesOfField(db, applicationId, name))
}

/** The same for every field at once. Returns a function for single fields. */
export async function usesOfAll(db: Db, applicationId: string): Promise<(name: string) => FieldUse> {
  const byField = Map.groupBy(await selectUsesOfField(db, applicationId, null), ({ field }) => field)
  return name => useOf(byField.get(name) ?? [])
}

function useOf(rows: readonly NamingRow[]): FieldUse {
  const ofKind = (kind: NamingRow['kind']) =>
    rows.filter(row => row.kind === kind).map(({ uuid, name }) => ({ uuid, name }))
  return {
    segments: ofKind('segments'),
    templates: ofKind('templates'),
    campaigns: ofKind('campaigns'),
    forms: ofKind('forms'),
  }
}

/** Throws conflict, with the uses in `data`, while a text or a form uses the field, or a segment (unless segments follow). */
export function refuseUsed({ segments, ...texts }: FieldUse, options: { segmentsFollow: boolean }): void {
  const all = [...(options.segmentsFollow ? [] : segments), ...texts.templates, ...texts.campaigns, ...texts.forms]
  if (all.length === 0) return
  const names = all.map(each => each.name).join(', ')
  throw new AppError('conflict', { ...sentence('mergeFields.named', { names }), data: { segments, ...texts } })
}
