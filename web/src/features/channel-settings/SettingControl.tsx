import { KEPT_SECRET } from '@notifly/contracts/channel-settings/channels'
import type { SettingField } from '@notifly/contracts/channel-settings/form'
import type { FocusEvent } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** More choices than this are searched by typing. */
const SHORT_LIST = 12

export interface SettingControlProps {
  form: SettingsFormState
  name: string
  field: SettingField
  /** It can be read, not changed. */
  readOnly: boolean
}

/** The control of one setting, by its kind. */
export function SettingControl({ form, name, field, readOnly }: SettingControlProps) {
  const { register } = form
  switch (field.kind) {
    case 'secret':
      return (
        <PasswordInput
          {...register(name)}
          dir="ltr"
          autoComplete="new-password"
          readOnly={readOnly}
          onFocus={selectMask}
        />
      )
    case 'textarea':
      return (
        <Textarea
          {...register(name)}
          mono
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          readOnly={readOnly}
          className="max-h-48"
          onFocus={selectMask}
        />
      )
    case 'select':
      return <Choice form={form} name={name} field={field} readOnly={readOnly} />
    default:
      return (
        <TextInput
          {...register(name, field.kind === 'number' ? { setValueAs: emptyIsNull } : {})}
          type={field.input === 'email' ? 'email' : 'text'}
          inputMode={field.input ?? 'text'}
          // Codes of machines read from left to right in every language; a name does not.
          dir={name.endsWith('name') ? undefined : 'ltr'}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          maxLength={field.maxLength}
        />
      )
  }
}

/** Whoever goes into a stored secret types a new one over the asterisks. */
function selectMask({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (currentTarget.value === KEPT_SECRET) currentTarget.select()
}

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value)

function Choice({ form, name, field, readOnly }: SettingControlProps) {
  const { t } = useTranslation('channels')
  const nameOf = (value: string) => {
    const proper = field.optionNames?.[value]
    return proper === undefined ? t(`options.${name}.${value}`) : `${proper} · ${value}`
  }
  const isLong = (field.options ?? []).length > SHORT_LIST
  const options = (field.options ?? []).map(value => ({ value, label: nameOf(value) }))
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) =>
        isLong ? (
          <Combobox
            ref={ref}
            onBlur={onBlur}
            options={options}
            disabled={readOnly}
            value={options.find(option => option.value === value) ?? null}
            onChange={option => option !== null && onChange(option.value)}
          />
        ) : (
          <Select
            ref={ref}
            onBlur={onBlur}
            options={options}
            disabled={readOnly}
            value={String(value)}
            onChange={onChange}
          />
        )
      }
    />
  )
}
