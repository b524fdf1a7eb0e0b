import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiError } from '../../../api/api-error.ts'
import { CodeField } from '../../../components/session/CodeField.tsx'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { InviteActions } from './InviteActions.tsx'
import type { InviteFormProps } from './use-accept-invitation.ts'
import { SECOND_FACTOR_NEEDED } from '@notifly/contracts/accounts/accounts'

const schema = z.object({
  password: z.string().check(z.minLength(1, sentenceKey('fields.required'))),
  otp: z.optional(z.string()),
})

/** For an address with an account: its password, and the code of the second factor where one is on. */
export function ExistingUserForm({ invitation, entrance }: InviteFormProps) {
  const { t } = useTranslation(['invitation', 'accounts'])
  const form = useApiForm(schema, { defaultValues: { password: '', otp: '' } })
  const [asksForCode, setAsksForCode] = useState(false)
  const { register, errorOf, failure, formState } = form
  const login = form.submit(async given => {
    try {
      await entrance(given)
    } catch (error) {
      if (error instanceof ApiError && error.code === SECOND_FACTOR_NEEDED) setAsksForCode(true)
      throw error
    }
  })
  return (
    <form noValidate onSubmit={login} className="flex flex-col gap-4">
      {failure?.code === SECOND_FACTOR_NEEDED ? (
        <Alert tone="info" live>
          {translateSentence(failure)}
        </Alert>
      ) : (
        <FormFailure error={failure} />
      )}
      <Field label={t('accounts:email')}>
        <TextInput value={invitation.email} size="lg" type="email" readOnly autoComplete="username" />
      </Field>
      <Field
        label={t('accounts:password')}
        error={errorOf('password')}
        end={
          <Link href={paths.forgotPassword()} className="text-12">
            {t('accounts:signIn.forgot')}
          </Link>
        }
      >
        <PasswordInput {...register('password')} size="lg" autoComplete="current-password" autoFocus />
      </Field>
      {asksForCode && <CodeField {...register('otp')} size="lg" error={errorOf('otp')} />}
      <InviteActions submit={t('login')} loading={formState.isSubmitting} />
      <p className="text-12 text-muted">
        {t('byProvider')} <Link href={paths.signIn()}>{t('signInFirst')}</Link>
      </p>
    </form>
  )
}
