import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'

export interface ChangeProps {
  now: number
  before: number
  /** Fewer are better. */
  isBad?: boolean
}

/** How much a count moved since the days before; a dash where there was nothing to compare. */
export function Change({ now, before, isBad = false }: ChangeProps) {
  const { t } = useTranslation('engagement')
  const { percent, number } = useDisplay()
  const width = 'inline-flex min-w-16 items-center justify-end gap-0.5 text-12'
  if (before === 0 || now === before) return <span className={cx(width, 'text-muted')}>–</span>
  const isMore = now > before
  return (
    <span
      title={t('before', { value: number(before) })}
      className={cx(width, isMore === isBad ? 'text-danger-ink' : 'text-success-ink')}
    >
      <Icon of={isMore ? ArrowUp : ArrowDown} size={12} />
      <span className="sr-only">{t(isMore ? 'more' : 'less')}</span>
      {percent(Math.abs(now - before) / before)}
    </span>
  )
}
