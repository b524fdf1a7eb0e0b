import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'

export interface NothingFoundProps {
  title: string
  /** What may help beside clearing. */
  children?: ReactNode
  /** More than words narrows the list. */
  filtered?: boolean
  framed?: boolean
  onClear: () => void
}

/** In the place of rows when there are some, but none that fits. */
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
