import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

export interface VariantMarkProps {
  /** From 1. */
  no: number
  className?: string
}

/** A, B, C or D: the name that people know a variant of an A/B test by. */
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
