import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { text } from '@notifly/contracts/fields'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { useGoTo } from '../../../components/navigation/use-pages.ts'
import { AuthCard } from '../AuthCard.tsx'
import { CodeField } from '../../../components/session/CodeField.tsx'
import type { Trip } from '../../../components/sso/trip.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { giveCode } from './come-back.ts'

const schema = z.object({ otp: text(20) })

export interface CodeFormProps {
  ticket: string
  trip: Trip
  onSignedIn: (user: UserDetails) => void
}

/** The provider has vouched for the person; the second factor of the account is still asked for. */
export function CodeForm({ ticket, trip, onSignedIn }: CodeFormProps) {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  const { register, errorOf, failure, submit, formState } = useApiForm(schema, { defaultValues: { otp: '' } })
  const { provider } = trip.option
  const send = submit(async ({ otp }) => {
    onSignedIn(await giveCode(provider, ticket, otp))
    await goTo(paths.signIn(trip.redirect), { replace: true })
  })
  return (
    <AuthCard title={t('sso.title')} lead={t('sso.codeLead', { provider: trip.option.name })}>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        <FormFailure error={failure} />
        <CodeField {...register('otp')} size="lg" error={errorOf('otp')} />
        <Button type="submit" variant="primary" size="lg" block loading={formState.isSubmitting}>
          {t('signIn.submit')}
        </Button>
        <Link href={paths.signIn(trip.redirect)}>{t('backToSignIn')}</Link>
      </form>
    </AuthCard>
  )
}
