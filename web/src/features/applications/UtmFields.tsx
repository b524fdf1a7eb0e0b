import { UTM_VALUE_MAX } from '@notifly/contracts/campaigns/utm'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { ApplicationApiForm } from './ClockFields.tsx'

/** Whether campaigns add UTM tags to their links unless they say otherwise, and which source and medium they name. */
export function UtmFields({ form, disabled }: { form: ApplicationApiForm; disabled: boolean }) {
  const { t } = useTranslation('applications')
  return (
    <Controller
      control={form.control}
      name="utm"
      render={({ field: { value, onChange } }) => (
        <>
          <Switch
            checked={Boolean(value)}
            disabled={disabled}
            onChange={isOn => onChange(isOn ? {} : null)}
            label={t('utm.switch')}
            help={t('utm.help')}
          />
          {value && (
            <div className="mt-4 grid gap-4 sm:grid-cols-2">
              {(['source', 'medium'] as const).map(part => (
                <Field
                  key={part}
                  label={t(`utm.${part}`)}
                  help={t(`utm.${part}Help`)}
                  error={form.errorOf(`utm.${part}`)}
                  optional
                >
                  <TextInput
                    value={value[part] ?? ''}
                    maxLength={UTM_VALUE_MAX}
                    onChange={event => onChange({ ...value, [part]: event.currentTarget.value })}
                  />
                </Field>
              ))}
            </div>
          )}
        </>
      )}
    />
  )
}
