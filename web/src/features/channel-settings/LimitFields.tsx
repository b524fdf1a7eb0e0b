import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { EmailFormState } from './SenderFields.tsx'

/** How much the server is asked to take at a time. */
export function LimitFields({ form }: { form: EmailFormState }) {
  const { t } = useTranslation('channels')
  const { register, errorOf, formState } = form
  const { max_connections, messages_per_second } = formState.errors
  return (
    <Disclosure title={t('limits.title')} defaultOpen={Boolean(max_connections ?? messages_per_second)}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <div data-info="max_connections">
          <Field label={t('limits.connections')} error={errorOf('max_connections')}>
            <TextInput {...register('max_connections')} inputMode="numeric" maxLength={3} />
          </Field>
        </div>
        <div data-info="messages_per_second">
          <Field label={t('limits.rate')} optional error={errorOf('messages_per_second')}>
            <TextInput
              {...register('messages_per_second', {
                setValueAs: (value: unknown) => (value === '' || value === undefined ? null : value),
              })}
              inputMode="decimal"
              maxLength={7}
            />
          </Field>
        </div>
      </div>
    </Disclosure>
  )
}
