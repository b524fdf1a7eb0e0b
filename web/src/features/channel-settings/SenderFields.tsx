import type { SmtpSettings } from '@notifly/contracts/channel-settings'
import { useTranslation } from 'react-i18next'
import type { ApiForm } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { EmailValues } from './email-values.ts'

export type EmailFormState = ApiForm<EmailValues, SmtpSettings>

/** Who the mails come from. */
export function SenderFields({ form }: { form: EmailFormState }) {
  const { t } = useTranslation('channels')
  const { register, errorOf } = form
  return (
    <Panel title={t('sender.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div data-info="sender_email">
          <Field label={t('sender.address')} error={errorOf('sender_email')}>
            <TextInput {...register('sender_email')} type="email" autoComplete="off" maxLength={254} />
          </Field>
        </div>
        <div data-info="from_name">
          <Field label={t('sender.name')} optional error={errorOf('from_name')}>
            <TextInput {...register('from_name')} autoComplete="off" maxLength={100} />
          </Field>
        </div>
      </div>
    </Panel>
  )
}
