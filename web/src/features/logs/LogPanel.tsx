import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useUi } from '../../ui/UiProvider.tsx'

export interface LogPanelProps {
  title: ReactNode
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  children: ReactNode
}

/** The entry beside its list, if the window is wide enough for both. */
export function LogPanel({ title, onClose, onPrevious, onNext, children }: LogPanelProps) {
  const { t } = useTranslation('logs')
  const { words } = useUi()
  return (
    <Panel
      aria-label={t('entry')}
      className="sticky top-[calc(var(--h-nav,3.5rem)+1rem)] max-h-[calc(100dvh-6rem)] overflow-y-auto"
    >
      <div className="-mt-1 mb-4 flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-14 font-semibold wrap-anywhere">{title}</h2>
        <IconButton icon={ChevronUp} label={words.previous} size="sm" disabled={!onPrevious} onClick={onPrevious} />
        <IconButton icon={ChevronDown} label={words.next} size="sm" disabled={!onNext} onClick={onNext} />
        <IconButton icon={X} label={words.close} size="sm" tooltip={false} onClick={onClose} />
      </div>
      {children}
    </Panel>
  )
}
