import { forgotPassword } from '@notifly/contracts/accounts/accounts'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'

/** Requests a reset link. Never reveals whether the address has an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  const form = useApiForm(bodyOf(forgotPassword), { defaultValues: { email: '' } })
  const ask = form.submit(async body => {
    await call(forgotPassword, { body })
    const text = t('forgot.done', { email: body.email })
    await goTo(paths.signIn(), { notice: { tone: 'success', text, email: true } })
  })
  return (
    <AuthCard narrow title={t('forgot.title')} lead={t('forgot.lead')}>
      <form noValidate onSubmit={ask} className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <Field label={t('email')} error={form.errorOf('email')}>
          <TextInput {...form.register('email')} size="lg" type="email" autoComplete="username" autoFocus />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={form.formState.isSubmitting}>
          {t('forgot.submit')}
        </Button>
        <Link href={paths.signIn()} className="self-center">
          {t('backToSignIn')}
        </Link>
      </form>
    </AuthCard>
  )
}
