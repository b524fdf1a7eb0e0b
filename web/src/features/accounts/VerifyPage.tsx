import { verifyEmail } from '@notifly/contracts/accounts'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { serverText } from '../../locales/server-text.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AuthCard } from './AuthCard.tsx'

/** Works the link of the verification mail off; a link that no longer works shows its own card. */
export function VerifyPage() {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const { isSuccess, error, refetch } = useRead(
    verifyEmail,
    { params: { token } },
    { enabled: token !== '', once: true },
  )
  useEffect(() => {
    if (isSuccess) void goTo(paths.signIn(), { replace: true, notice: { tone: 'success', text: t('verify.done') } })
  }, [isSuccess, goTo, t])
  return (
    <AuthCard title={t('verify.title')} lead={token === '' ? t('verify.noToken') : t('verify.lead')}>
      <div className="flex flex-col items-start gap-4">
        {error && (
          <Alert tone="danger" live action={<Button onClick={() => void refetch()}>{t('verify.again')}</Button>}>
            {serverText(error.message)}
          </Alert>
        )}
        {token !== '' && !error && <Spinner />}
        <Link href={paths.signIn()}>{t('backToSignIn')}</Link>
      </div>
    </AuthCard>
  )
}
