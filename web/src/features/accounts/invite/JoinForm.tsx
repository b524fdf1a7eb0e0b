import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { paths } from '../../../paths.ts'
import { InviteActions } from './InviteActions.tsx'
import type { InviteFormProps } from './use-entrance.ts'

const nothing = z.object({})

/** For the invited person when they are signed in already: one click. */
export function JoinForm({ invitation, entrance }: InviteFormProps) {
  const { t } = useTranslation(['invitation', 'accounts'])
  const form = useApiForm(nothing, {})
  return (
    <form noValidate onSubmit={form.submit(() => entrance({}))} className="flex flex-col gap-4">
      <FormFailure error={form.failure} />
      <Field label={t('accounts:email')}>
        <TextInput value={invitation.email} size="lg" type="email" readOnly />
      </Field>
      <InviteActions submit={t('join')} loading={form.formState.isSubmitting} cancel={paths.applications()} />
    </form>
  )
}
