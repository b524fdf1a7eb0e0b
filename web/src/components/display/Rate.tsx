import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface RateProps {
  /** Fewer than FEW_SENT messages were sent. */
  isFew: boolean
  className?: string
  children: ReactNode
}

/** A formatted rate. If only a few messages were sent, it is greyed out and says why. */
export function Rate({ isFew, className, children }: RateProps) {
  const { t } = useTranslation('charts')
  if (!isFew) return <span className={className}>{children}</span>
  const why = t('few', { count: FEW_SENT })
  return (
    <span data-tip={why} className="text-muted">
      {children}
      <span className="sr-only"> {why}</span>
    </span>
  )
}
