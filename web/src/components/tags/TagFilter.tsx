import { listTags, type TaggedKind } from '@notifly/contracts/tags/tags'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { FilterChip } from '../../ui/table/FilterChip.tsx'

export interface TagFilterProps {
  kind: TaggedKind
  value: string | undefined
  onChange: (tag: string | undefined) => void
}

/** Narrows a list to what has a tag. Nothing while the application has none. */
export function TagFilter({ kind, value, onChange }: TagFilterProps) {
  const { t } = useTranslation('tags')
  const known = useRead(listTags, { query: { kind } }).data?.map(({ tag }) => tag) ?? []
  // One that nothing has any more is still what the list is narrowed to.
  const tags = value === undefined || known.includes(value) ? known : [value, ...known]
  if (tags.length === 0) return null
  return (
    <FilterChip
      label={t('filter')}
      allText={t('all')}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={tags.map(tag => ({ value: tag, label: tag }))}
    />
  )
}
