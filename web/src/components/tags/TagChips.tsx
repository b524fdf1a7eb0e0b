import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { ValueOrDash } from '../../ui/table/NameCell.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import type { TableColumn } from '../../ui/table/table-types.ts'
import type { Tagged } from './tag-calls.ts'

/** Tags side by side: the first `most`, then how many more. */
export function TagChips({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  const { t } = useTranslation()
  const shown = tags.slice(0, most)
  const rest = tags.slice(most)
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-1">
      {shown.map(tag => (
        <Badge key={tag}>
          <bdi>{tag}</bdi>
        </Badge>
      ))}
      {rest.length > 0 && (
        <span className="text-12 text-muted" title={rest.join(', ')}>
          {t('ui.more', { count: rest.length })}
        </span>
      )}
    </span>
  )
}

const IN_A_ROW = 2

/** A column of tags; empty if no row has tags. */
export function useTagColumn<Row extends Tagged>(rows: readonly Row[] | undefined): TableColumn<Row>[] {
  const { t } = useTranslation('tags')
  const isPhone = useIsPhone()
  if (!rows?.some(({ tags }) => tags !== undefined)) return []
  const cell = ({ tags }: Row) => {
    const chips = tags && <TagChips tags={tags} most={IN_A_ROW} />
    return isPhone ? chips : <ValueOrDash>{chips}</ValueOrDash>
  }
  return [{ id: 'tags', header: t('title'), card: 'line', cell }]
}
