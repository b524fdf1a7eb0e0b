import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'

export interface VariantChoiceProps {
  count: number
  /** Zero-based. */
  index: number
  onChange: (index: number) => void
}

/** Selects the variant to show. Renders nothing if there is only one. */
export function VariantChoice({ count, index, onChange }: VariantChoiceProps) {
  const { t } = useTranslation('ab-test')
  if (count < 2) return null
  return (
    <Segmented
      aria-label={t('variants')}
      value={String(index)}
      onChange={next => onChange(Number(next))}
      segments={Array.from({ length: count }, (_, at) => ({
        value: String(at),
        label: t('variant', { letter: variantLetter(at + 1) }),
      }))}
    />
  )
}
