import { InvitedPerson } from '@notifly/contracts/members/members'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { withConfirmation } from '../confirmed-password.ts'
import { InviteActions } from './InviteActions.tsx'
import type { InviteFormProps } from './use-entrance.ts'

const schema = withConfirmation(InvitedPerson)

/** For an address without an account: makes it and joins. */
export function NewUserForm({ invitation, entrance, onKnown }: InviteFormProps & { onKnown: () => void }) {
  const { t } = useTranslation(['invitation', 'accounts'])
  const form = useApiForm(schema, { defaultValues: { name: '', password: '', confirm: '' } })
  const { register, errorOf, failure, formState } = form
  const create = form.submit(async ({ name, password }) => {
    try {
      await entrance({ name, password })
    } catch (error) {
      // Somebody signed up with this address in the meantime.
      if (error instanceof ApiError && error.status === 409) onKnown()
      throw error
    }
  })
  return (
    <form noValidate onSubmit={create} className="flex flex-col gap-4">
      <FormFailure error={failure} />
      <Field label={t('accounts:name')} error={errorOf('name')}>
        <TextInput {...register('name')} size="lg" autoComplete="name" maxLength={100} autoFocus />
      </Field>
      <Field label={t('accounts:email')}>
        <TextInput value={invitation.email} size="lg" type="email" readOnly autoComplete="username" />
      </Field>
      <Field label={t('accounts:password')} help={t('accounts:passwordHelp')} error={errorOf('password')}>
        <PasswordInput {...register('password')} size="lg" autoComplete="new-password" />
      </Field>
      <Field label={t('accounts:confirm')} error={errorOf('confirm')}>
        <PasswordInput {...register('confirm')} size="lg" autoComplete="new-password" />
      </Field>
      <InviteActions submit={t('create')} loading={formState.isSubmitting} />
    </form>
  )
}
