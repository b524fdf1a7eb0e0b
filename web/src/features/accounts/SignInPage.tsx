import { login } from '@notifly/contracts/accounts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { adoptUser } from '../../api/session.ts'
import { bodyOf } from '../../components/form/body-of.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { ProviderButtons } from '../../components/sso/ProviderButtons.tsx'
import { CodeField } from '../../components/session/CodeField.tsx'
import { serverText } from '../../locales/server-text.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { AuthCard } from './AuthCard.tsx'
import { ResendVerification } from './ResendVerification.tsx'

const SECOND_FACTOR = 1004
const NOT_VERIFIED = 1010

/** Signs in by email and password, with the code of the second factor where one is on. */
export function SignInPage() {
  const { t } = useTranslation('accounts')
  const { redirect } = useSearch({ strict: false }) as { redirect?: string }
  const form = useApiForm(bodyOf(login), { defaultValues: { email: '', password: '' } })
  const [asksForCode, setAsksForCode] = useState(false)
  const { register, errorOf, failure } = form
  // Signed in: the guard leads on, to the page that was asked for or home.
  const signIn = form.submit(async body => {
    try {
      adoptUser(await call(login, { body }))
    } catch (error) {
      if ((error as ApiError).code === SECOND_FACTOR) setAsksForCode(true)
      throw error
    }
  })
  return (
    <AuthCard
      narrow
      title={t('signIn.title')}
      lead={
        <>
          {t('signIn.newHere')} <Link href={paths.signUp()}>{t('signIn.create')}</Link>
        </>
      }
    >
      <ProviderButtons redirect={redirect} />
      <form noValidate onSubmit={signIn} className="flex flex-col gap-4">
        <Failure error={failure} email={form.watch('email')} />
        <Field label={t('email')} error={errorOf('email')}>
          <TextInput {...register('email')} size="lg" type="email" autoComplete="username" autoFocus />
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
          <PasswordInput {...register('password')} size="lg" autoComplete="current-password" />
        </Field>
        {asksForCode && <CodeField {...register('otp')} size="lg" error={errorOf('otp')} />}
        <Button type="submit" variant="primary" size="lg" block loading={form.formState.isSubmitting}>
          {t('signIn.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}

function Failure({ error, email }: { error: ApiError | undefined; email: string }) {
  const { t } = useTranslation('accounts')
  if (error?.code === NOT_VERIFIED) return <ResendVerification message={error.message} email={email} />
  if (error?.code === SECOND_FACTOR) {
    return (
      <Alert tone="info" live>
        {serverText(error.message)}
      </Alert>
    )
  }
  if (error?.retryAfterSeconds) {
    return (
      <Alert tone="danger" live title={serverText(error.message)}>
        {t('signIn.wait', { count: Math.ceil(error.retryAfterSeconds / 60) })}
      </Alert>
    )
  }
  return <FormFailure error={error} />
}
