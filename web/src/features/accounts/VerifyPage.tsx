import { login, UnverifiedAccount, type UserDetails, verifyEmail } from '@notifly/contracts/accounts/accounts'
import { fillPath } from '@notifly/contracts/endpoint'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call, type Input } from '../../api/client.ts'
import { setSignedInUser } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { exchange } from '../../api/transport.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'
import { SignInForm } from './SignInForm.tsx'
import { EMAIL_NOT_VERIFIED } from '@notifly/contracts/accounts/accounts'

/** The page behind the link of a verification email. Opening it changes nothing: the account's owner signs in here. */
export function VerifyPage() {
  const { t } = useTranslation('accounts')
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const signIn = async (body: Input<typeof login>['body']) => {
    const { user, problem } = await confirmAndSignIn(token, body)
    if (problem === undefined) announce({ tone: 'success', message: t('verify.done') })
    else announce({ tone: 'danger', message: problem })
    setSignedInUser(user)
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

interface SignedIn {
  user: UserDetails
  /** Why the link did nothing for a person whose address was verified before. */
  problem: ApiError | undefined
}

/**
 * Signs in and confirms the link's address with the same credentials. Throws ApiError if signing in fails, or if the link does although the
 * account needs it.
 */
async function confirmAndSignIn(token: string, body: Input<typeof login>['body']): Promise<SignedIn> {
  const found = await call(login, { body }).catch(proofIn)
  if ('token' in found) return { user: found, problem: await confirmAs(found, token) }
  await call(verifyEmail, { params: { token }, query: found })
  return { user: await call(login, { body }), problem: undefined }
}

/** The proof in the answer to a correct password. Throws every other error again. */
function proofIn(error: unknown): UnverifiedAccount {
  const answer =
    error instanceof ApiError && error.code === EMAIL_NOT_VERIFIED && UnverifiedAccount.safeParse(error.data)
  if (!answer || !answer.success) throw error
  return answer.data
}

/** Confirms an account's new address. Mostly there is none: the link was used before, and signing in is enough. */
async function confirmAs(user: UserDetails, token: string): Promise<ApiError | undefined> {
  try {
    await exchange({ method: 'GET', path: fillPath(verifyEmail.path, { token }), token: user.token })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error
  }
}
