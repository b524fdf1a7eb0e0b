import { type Locale, signUp } from '@notifly/contracts/accounts/accounts'
import { Trans, useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { ProviderButtons } from '../../components/sso/ProviderButtons.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'
import { storeSignUpEmail } from './stored-sign-up-email.ts'
import { withConfirmation } from '../../components/session/confirmed-password.ts'

const schema = withConfirmation(bodyOf(signUp))

/** Creates an account. The answer is the same for an address that already has one, so the text of the next page applies to both. */
export function SignUpPage() {
  const { t, i18n } = useTranslation('accounts')
  const goTo = useGoTo()
  const form = useApiForm(schema, { defaultValues: { name: '', email: '', password: '', confirm: '' } })
  const { register, errorOf } = form
  const create = form.submit(async ({ confirm: _confirm, ...body }) => {
    await call(signUp, { body: { ...body, locale: i18n.language as Locale } })
    storeSignUpEmail(body.email)
    const text = t('signUp.done', { email: body.email })
    await goTo(paths.signIn(), { notice: { tone: 'success', text, email: true } })
  })
  return (
    <AuthCard
      title={t('signUp.title')}
      lead={
        <>
          {t('signUp.haveOne')} <Link href={paths.signIn()}>{t('signIn.submit')}</Link>
        </>
      }
    >
      <form noValidate onSubmit={create} className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <Field label={t('name')} error={errorOf('name')}>
          <TextInput {...register('name')} size="lg" autoComplete="name" autoFocus />
        </Field>
        <Field label={t('email')} error={errorOf('email')}>
          <TextInput {...register('email')} size="lg" type="email" autoComplete="username" />
        </Field>
        <Field label={t('password')} help={t('passwordHelp')} error={errorOf('password')}>
          <PasswordInput {...register('password')} size="lg" autoComplete="new-password" />
        </Field>
        <Field label={t('confirm')} error={errorOf('confirm')}>
          <PasswordInput {...register('confirm')} size="lg" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={form.formState.isSubmitting}>
          {t('signUp.submit')}
        </Button>
        <p className="text-12 text-muted">
          <Trans
            t={t}
            i18nKey="signUp.terms"
            components={{
              terms: <Link href={paths.legal('terms')} />,
              privacy: <Link href={paths.legal('privacy')} />,
            }}
          />
        </p>
      </form>
      <ProviderButtons />
    </AuthCard>
  )
}
