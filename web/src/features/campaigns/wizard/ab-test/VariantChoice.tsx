import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'

export interface VariantChoiceProps {
  count: number
  /** From 0. */
  index: number
  onChange: (index: number) => void
}

/** Which variant is looked at; nothing where there is only one content. */
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
