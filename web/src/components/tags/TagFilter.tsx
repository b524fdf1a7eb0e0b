import { listTags, type TaggedKind } from '@notifly/contracts/tags/tags'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { FilterChip } from '../../ui/table/FilterChip.tsx'

export interface TagFilterProps {
  kind: TaggedKind
  value: string | undefined
  onChange: (tag: string | undefined) => void
}

/** Filters a list by tag. Hidden if the application has no tags. */
export function TagFilter({ kind, value, onChange }: TagFilterProps) {
  const { t } = useTranslation('tags')
  const { data, error, errorUpdateCount, refetch } = useRead(listTags, { query: { kind } })
  const known = data?.map(({ tag }) => tag) ?? []
  // The chosen tag stays in the list even if nothing has it any more.
  const tags = value === undefined || known.includes(value) ? known : [value, ...known]
  // While it is asked for again its menu stays open.
  const isMissed = data === undefined && errorUpdateCount > 0
  if (tags.length === 0 && !isMissed) return null
  return (
    <FilterChip
      label={t('filter')}
      allText={t('all')}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={tags.map(tag => ({ value: tag, label: tag }))}
      onRetry={error ? () => void refetch() : undefined}
    />
  )
}
