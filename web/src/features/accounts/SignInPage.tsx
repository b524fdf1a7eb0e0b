import { login } from '@notifly/contracts/accounts/accounts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { setSignedInUser } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Signs in; the guard then opens the page that was requested, or the home page. */
export function SignInPage() {
  const { t } = useTranslation('accounts')
  const { redirect } = useSearch({ strict: false }) as { redirect?: string }
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
      <SignInForm
        action={t('signIn.submit')}
        redirect={redirect}
        onSubmit={async body => setSignedInUser(await call(login, { body }))}
      />
    </AuthCard>
  )
}
