import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

export interface VariantMarkProps {
  /** Starts at 1. */
  no: number
  className?: string
}

/** The letter of a variant in an A/B test: A, B, C or D. */
export function VariantMark({ no, className }: VariantMarkProps) {
  const { t } = useTranslation('ab-test')
  const letter = variantLetter(no)
  return (
    <span
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-1 bg-neutral-soft text-12 font-semibold text-ink-2',
        className,
      )}
    >
      <span className="sr-only">{t('variant', { letter })}</span>
      <span aria-hidden>{letter}</span>
    </span>
  )
}
