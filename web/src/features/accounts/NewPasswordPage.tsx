import { resetPassword } from '@notifly/contracts/accounts/accounts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'
import { withConfirmation } from '../../components/session/confirmed-password.ts'

const schema = withConfirmation(z.pick(bodyOf(resetPassword), { password: true }))

/** Error codes of a link that is invalid or expired: the page offers to request a new one. */
const DEAD_LINK = [1013, 1014]

/** Sets a new password through the link in the email. */
export function NewPasswordPage() {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const form = useApiForm(schema, { defaultValues: { password: '', confirm: '' } })
  const save = form.submit(async ({ password }) => {
    try {
      await call(resetPassword, { body: { token, password } })
    } catch (error) {
      if (!(error instanceof ApiError) || !DEAD_LINK.includes(error.code ?? 0)) throw error
      return goTo(paths.forgotPassword(), { notice: { tone: 'danger', text: translateSentence(error) } })
    }
    await goTo(paths.signIn(), { notice: { tone: 'success', text: t('newPassword.done') } })
  })
  return (
    <AuthCard narrow title={t('newPassword.title')} lead={t('newPassword.lead')}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <Field label={t('newPassword.password')} help={t('passwordHelp')} error={form.errorOf('password')}>
          <PasswordInput {...form.register('password')} size="lg" autoComplete="new-password" autoFocus />
        </Field>
        <Field label={t('confirm')} error={form.errorOf('confirm')}>
          <PasswordInput {...form.register('confirm')} size="lg" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={form.formState.isSubmitting}>
          {t('newPassword.submit')}
        </Button>
        <Link href={paths.signIn()} className="self-center">
          {t('backToSignIn')}
        </Link>
      </form>
    </AuthCard>
  )
}
