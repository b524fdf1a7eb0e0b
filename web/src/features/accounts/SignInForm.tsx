import { login, resendVerification } from '@notifly/contracts/accounts/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import type { Input } from '../../api/client.ts'
import { useWrite } from '../../api/queries.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { SandboxInbox } from '../../components/session/SandboxInbox.tsx'
import { CodeField } from '../../components/session/CodeField.tsx'
import { ProviderButtons } from '../../components/sso/ProviderButtons.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { clearSignUpEmail, newcomer } from './stored-sign-up-email.ts'
import { EMAIL_NOT_VERIFIED, SECOND_FACTOR_NEEDED } from '@notifly/contracts/accounts/accounts'

export interface SignInFormProps {
  /** What the button says. */
  action: string
  redirect?: string | undefined
  /** The token of the verification link that is confirmed by signing in. */
  verification?: string
  onSubmit: (body: Input<typeof login>['body']) => Promise<void>
}

/** Sign-in by email and password, with the code of the second factor if it is on, or through a provider. */
export function SignInForm({ action, redirect, verification, onSubmit }: SignInFormProps) {
  const { t } = useTranslation('accounts')
  const [email] = useState(newcomer)
  const form = useApiForm(bodyOf(login), { defaultValues: { email, password: '' } })
  const [asksForCode, setAsksForCode] = useState(false)
  const { register, errorOf, failure } = form
  const send = form.submit(async body => {
    try {
      await onSubmit(body)
      clearSignUpEmail()
    } catch (error) {
      if ((error as ApiError).code === SECOND_FACTOR_NEEDED) setAsksForCode(true)
      throw error
    }
  })
  return (
    <>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        <Failure error={failure} email={form.watch('email')} />
        <Field label={t('email')} error={errorOf('email')}>
          <TextInput {...register('email')} size="lg" type="email" autoComplete="username" autoFocus={email === ''} />
        </Field>
        <Field
          label={t('password')}
          error={errorOf('password')}
          end={
            <Link href={paths.forgotPassword()} className="text-12">
              {t('signIn.forgot')}
            </Link>
          }
        >
          <PasswordInput {...register('password')} size="lg" autoComplete="current-password" autoFocus={email !== ''} />
        </Field>
        {asksForCode && <CodeField {...register('otp')} size="lg" error={errorOf('otp')} />}
        <Button type="submit" variant="primary" size="lg" block loading={form.formState.isSubmitting}>
          {action}
        </Button>
      </form>
      <ProviderButtons redirect={redirect} verification={verification} />
    </>
  )
}

function Failure({ error, email }: { error: ApiError | undefined; email: string }) {
  const { t } = useTranslation('accounts')
  if (error?.code === EMAIL_NOT_VERIFIED) return <ResendVerification refusal={error} email={email} />
  if (error?.code === SECOND_FACTOR_NEEDED) {
    return (
      <Alert tone="info" live>
        {translateSentence(error)}
      </Alert>
    )
  }
  if (error?.retryAfterSeconds) {
    return (
      <Alert tone="danger" live title={translateSentence(error)}>
        {t('signIn.wait', { count: Math.ceil(error.retryAfterSeconds / 60) })}
      </Alert>
    )
  }
  return <FormFailure error={error} />
}

/** For an address that is not verified yet: sends another email. Once it is sent the button disappears. */
function ResendVerification({ refusal, email }: { refusal: ApiError; email: string }) {
  const { t } = useTranslation('accounts')
  const resend = useWrite(resendVerification, { success: 'silent' })
  if (resend.isSuccess) {
    return (
      <Alert tone="success" live>
        {t('resend.sent', { email })} <SandboxInbox />
      </Alert>
    )
  }
  return (
    <Alert tone="warning" live>
      <p>{translateSentence(refusal)}</p>
      <Button size="sm" className="mt-2" loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
        {t('resend.action')}
      </Button>
    </Alert>
  )
}
