import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'

export interface NothingFoundProps {
  title: string
  /** More advice. */
  children?: ReactNode
  /** The list is narrowed by filters, not only by a search text. */
  filtered?: boolean
  framed?: boolean
  onClear: () => void
}

/** Replaces the rows if some exist but none matches. */
export function NothingFound({ title, children, filtered = false, framed = false, onClear }: NothingFoundProps) {
  const { t } = useTranslation()
  return (
    <StateCard
      kind="empty"
      icon={SearchX}
      framed={framed}
      title={title}
      actions={<Button onClick={onClear}>{t(filtered ? 'list.clearFilters' : 'list.clearSearch')}</Button>}
    >
      {children}
    </StateCard>
  )
}
