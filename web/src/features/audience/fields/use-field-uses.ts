import type { MergeField } from '@notifly/contracts/audience'
import { type FieldUse, readFieldUse } from '@notifly/contracts/merge-fields'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readOptions } from '../../../api/queries.ts'

/** What uses each merge field, by its name, as far as it has been answered. */
export function useFieldUses(fields: readonly MergeField[] | undefined): ReadonlyMap<string, FieldUse> {
  const names = fields?.map(({ name }) => name) ?? []
  const answers = useQueries({
    queries: names.map(name => readOptions(readFieldUse, { query: { name } }, { quiet: true })),
  })
  const key = JSON.stringify(answers.map(({ data }) => data ?? null))
  const namesKey = JSON.stringify(names)
  return useMemo(() => {
    const uses = JSON.parse(key) as (FieldUse | null)[]
    const named = JSON.parse(namesKey) as string[]
    return new Map(named.flatMap((name, at) => (uses[at] ? [[name, uses[at]] as const] : [])))
  }, [key, namesKey])
}

/** Nothing names the field; false while that is not known. */
export function isUnused(use: FieldUse | undefined): boolean {
  return use !== undefined && use.segments.length + use.templates.length + use.campaigns.length === 0
}
