import type { login } from '@notifly/contracts/accounts/accounts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../api/client.ts'
import { adoptUser } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { AuthCard } from './AuthCard.tsx'
import { confirmAndSignIn } from './confirm-address.ts'
import { SignInForm } from './SignInForm.tsx'

/** Where the link of a verification mail leads. Opening it changes nothing, whoever does: the account's owner signs in here. */
export function VerifyPage() {
  const { t } = useTranslation('accounts')
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const signIn = async (body: Input<typeof login>['body']) => {
    const { user, problem } = await confirmAndSignIn(token, body)
    if (problem === undefined) announce({ tone: 'success', message: t('verify.done') })
    else announce({ tone: 'danger', message: problem })
    adoptUser(user)
  }
  return (
    <AuthCard title={t('verify.title')} lead={token === '' ? t('verify.noToken') : t('verify.lead')}>
      {token === '' ? (
        <Link href={paths.signIn()}>{t('backToSignIn')}</Link>
      ) : (
        <SignInForm action={t('verify.action')} verification={token} onSubmit={signIn} />
      )}
    </AuthCard>
  )
}
