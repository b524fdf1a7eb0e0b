import { useTranslation } from 'react-i18next'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'

export interface ProviderChoiceProps {
  providers: readonly string[]
  value: string
  onChange: (type: string) => void
  disabled: boolean
  /** Another one is in use until the form is saved. */
  isMove: boolean
}

/** Who carries the channel's messages, where there is a choice. */
export function ProviderChoice({ providers, value, onChange, disabled, isMove }: ProviderChoiceProps) {
  const { t } = useTranslation('channels')
  if (providers.length < 2) return null
  return (
    <div>
      <RadioRows
        aria-label={t('provider.title')}
        value={value}
        onChange={onChange}
        disabled={disabled}
        rows={providers.map(each => ({
          value: each,
          title: t(`provider.${each}.name`),
          help: t(`provider.${each}.text`),
        }))}
      />
      {isMove && <p className="mt-2 text-12 text-muted">{t('provider.change')}</p>}
    </div>
  )
}
