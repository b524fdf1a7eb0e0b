import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { FormValues, DefaultTexts, SignUpFormForm } from './form-values.ts'

export interface PanelProps {
  form: SignUpFormForm
  ours: DefaultTexts
  /** Shows what is being written. */
  onLook: () => void
}

/** The form's name, and the texts above its fields. */
export function BasicsPanel({ form, ours, onLook }: PanelProps) {
  const { t, i18n } = useTranslation('forms')
  const languages = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const { register, errorOf, watch, setValue } = form
  return (
    <Panel title={t('edit.basics')}>
      <div className="flex flex-col gap-4" onFocus={onLook}>
        <Field label={t('edit.name')} help={t('edit.nameHelp')} error={errorOf('name')}>
          <TextInput {...register('name')} maxLength={60} autoComplete="off" />
        </Field>
        <Switch
          checked={watch('is_on') ?? true}
          onChange={isOn => setValue('is_on', isOn, { shouldDirty: true })}
          label={t('edit.isOn')}
          help={t('edit.isOnHelp')}
        />
        <Field label={t('edit.language')} help={t('edit.languageHelp')}>
          <Select
            value={watch('language') ?? 'en'}
            onChange={value => setValue('language', value as FormValues['language'], { shouldDirty: true })}
            options={LOCALES.map(value => ({ value, label: languages.of(value) ?? value }))}
          />
        </Field>
        <Field label={t('edit.heading')} optional error={errorOf('title')}>
          <TextInput {...register('title')} placeholder={ours?.['title']} maxLength={100} />
        </Field>
        <Field label={t('edit.intro')} optional error={errorOf('intro')}>
          <Textarea {...register('intro')} maxLength={500} rows={2} />
        </Field>
      </div>
    </Panel>
  )
}
