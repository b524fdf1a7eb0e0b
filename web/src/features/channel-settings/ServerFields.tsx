import { type EmailConfiguration, KEPT_SECRET, SMTP_SECURITY } from '@notifly/contracts/channel-settings'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { leadsElsewhere } from './email-values.ts'
import type { EmailFormState } from './SenderFields.tsx'

export interface ServerFieldsProps {
  form: EmailFormState
  saved: EmailConfiguration | null
  actions: ReactNode
}

/** Where the mails are handed over. */
export function ServerFields({ form, saved, actions }: ServerFieldsProps) {
  const { t } = useTranslation('channels')
  const { register, errorOf, control, watch } = form
  const isMasked = (watch('password') ?? '') === KEPT_SECRET
  const mustRetype = isMasked && leadsElsewhere(watch(), saved)
  return (
    <Panel title={t('server.title')} actions={actions}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
        <div data-info="host" className="sm:col-span-4">
          <Field label={t('server.host')} error={errorOf('host')}>
            <TextInput {...register('host')} dir="ltr" autoComplete="off" spellCheck={false} maxLength={253} />
          </Field>
        </div>
        <div data-info="port_no" className="sm:col-span-2">
          <Field label={t('server.port')} error={errorOf('port_no')}>
            <TextInput {...register('port_no')} dir="ltr" inputMode="numeric" autoComplete="off" maxLength={5} />
          </Field>
        </div>
        <div data-info="security" className="sm:col-span-6">
          <Field label={t('server.security')} error={errorOf('security')}>
            <Controller
              control={control}
              name="security"
              render={({ field: { value, ...field } }) => (
                <Select
                  {...field}
                  value={value ?? 'auto'}
                  options={SMTP_SECURITY.map(each => ({ value: each, label: t(`server.securities.${each}`) }))}
                />
              )}
            />
          </Field>
        </div>
        <div data-info="username" className="sm:col-span-3">
          <Field label={t('server.username')} error={errorOf('username')}>
            <TextInput {...register('username')} dir="ltr" autoComplete="off" spellCheck={false} maxLength={320} />
          </Field>
        </div>
        <div data-info="password" className="sm:col-span-3">
          <Field
            label={t('server.password')}
            error={errorOf('password')}
            help={mustRetype ? t('server.retype') : isMasked ? t('server.kept') : undefined}
          >
            <PasswordInput
              {...register('password')}
              dir="ltr"
              autoComplete="new-password"
              onFocus={event => isMasked && event.currentTarget.select()}
            />
          </Field>
        </div>
      </div>
    </Panel>
  )
}
