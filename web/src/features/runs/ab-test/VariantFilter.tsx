import { variantLetter, type RunTest } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'

export interface VariantFilterProps {
  test: RunTest
  /** Numbers of variants or `rest`, separated by commas; empty for all. */
  variant: string
  onVariant: (variant: string) => void
}

/** Recipients by the variant that they were tested with, or those who get the winner. */
export function VariantFilter({ test, variant, onVariant }: VariantFilterProps) {
  const { t } = useTranslation('ab-test')
  const options = [
    ...test.variants.map(({ no, subject }) => ({
      value: String(no),
      label: t('variant', { letter: variantLetter(no) }),
      help: subject,
    })),
    { value: 'rest', label: t('rest.label') },
  ]
  return (
    <FilterChip
      multiple
      label={t('columns.variant')}
      allText={t('all')}
      value={variant === '' ? [] : variant.split(',')}
      onChange={next => onVariant(next.join(','))}
      options={options}
    />
  )
}
