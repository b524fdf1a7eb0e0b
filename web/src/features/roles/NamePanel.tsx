import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { RoleFields } from './role-fields.ts'

/** What the role is called, and in which turn its holders are asked to approve. */
export function NamePanel({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <Panel aria-label={t('form.about')}>
      <div className="flex flex-col gap-4">
        <Field label={t('form.name')} error={form.errorOf('name')}>
          <TextInput {...form.register('name')} maxLength={50} readOnly={readOnly} autoComplete="off" />
        </Field>
        <Field label={t('form.group')} help={t(`form.groupHelp.${form.watch('group')}`)}>
          <Controller
            control={form.control}
            name="group"
            render={({ field: { value, onChange } }) => (
              <Segmented
                block
                disabled={readOnly}
                value={String(value)}
                onChange={next => onChange(Number(next))}
                segments={['1', '2'].map(group => ({ value: group, label: t(`form.groups.${group}`) }))}
              />
            )}
          />
        </Field>
      </div>
    </Panel>
  )
}
