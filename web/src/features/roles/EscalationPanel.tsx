import { SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import type { RoleFields } from './role-fields.ts'
import { useDuration, useDurations } from './use-duration.ts'

/** What becomes of this role's requests when nobody decides them in time. */
export function EscalationPanel({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  const duration = useDuration()
  const durations = useDurations()
  const after = duration(form.watch('slaDuration') ?? 0)
  return (
    <Panel title={t('escalation.title')}>
      <div className="flex flex-col gap-4">
        <Field label={t('escalation.duration')} help={t('escalation.durationHelp')} error={form.errorOf('slaDuration')}>
          <Controller
            control={form.control}
            name="slaDuration"
            render={({ field: { value, onChange, onBlur } }) => (
              <Combobox
                options={durations}
                value={durations.find(option => option.value === String(value)) ?? null}
                onChange={option => option && onChange(Number(option.value))}
                onBlur={onBlur}
                disabled={readOnly}
              />
            )}
          />
        </Field>
        <Field
          label={t('escalation.option')}
          help={t(`escalation.help.${form.watch('slaOptions')}`, { after })}
          error={form.errorOf('slaOptions')}
        >
          <Controller
            control={form.control}
            name="slaOptions"
            render={({ field: { value, onChange } }) => (
              <RadioRows
                value={String(value)}
                onChange={next => onChange(Number(next))}
                disabled={readOnly}
                rows={Object.values(SLA_OPTIONS).map(option => ({
                  value: String(option),
                  title: t(`escalation.options.${option}`),
                }))}
              />
            )}
          />
        </Field>
      </div>
    </Panel>
  )
}
