import type { saveApplication } from '@notifly/contracts/applications/applications'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { timeZoneOption, timeZoneOptions } from '../../components/display/time-zones.ts'
import type { ApiForm } from '../../components/form/use-api-form.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

type Body = NonNullable<(typeof saveApplication)['body']>
export type ApplicationApiForm = ApiForm<z.input<Body>, z.output<Body>>

/** The zone whose days and times an application means. */
export function ZoneField({ form, disabled = false }: { form: ApplicationApiForm; disabled?: boolean }) {
  const { t, i18n } = useTranslation('applications')
  const zones = useMemo(() => timeZoneOptions(i18n.language), [i18n.language])
  return (
    <Field label={t('edit.timezone')} help={t('edit.timezoneHelp')} error={form.errorOf('timezone')}>
      <Controller
        control={form.control}
        name="timezone"
        render={({ field: { value, onChange, ...field } }) => (
          <Combobox
            {...field}
            disabled={disabled}
            options={zones}
            value={value ? timeZoneOption(value) : null}
            onChange={option => onChange(option?.value)}
          />
        )}
      />
    </Field>
  )
}

/** When promotional messages wait, on each recipient's clock. */
export function QuietFields({ form }: { form: ApplicationApiForm }) {
  const { t } = useTranslation('applications')
  return (
    <>
      <p className="mb-3 text-ink-2">{t('edit.quietHelp')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('edit.quietFrom')} error={form.errorOf('quiet_from')}>
          <TextInput {...form.register('quiet_from')} type="time" />
        </Field>
        <Field label={t('edit.quietTo')} error={form.errorOf('quiet_to')}>
          <TextInput {...form.register('quiet_to')} type="time" />
        </Field>
      </div>
    </>
  )
}
