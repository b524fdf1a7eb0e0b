import { resendVerification } from '@notifly/contracts/accounts/accounts'
import { Trans, useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/queries.ts'
import { AuthCard } from '../AuthCard.tsx'
import type { Trip } from '../../../components/sso/trip.ts'
import { say } from '../../../locales/say.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Link } from '../../../ui/layout/Link.tsx'

/** The first page for a person whose provider does not vouch for the address: our own email has to prove it. */
export function UnverifiedCard({ email, trip }: { email: string; trip: Trip }) {
  const { t } = useTranslation('accounts')
  const resend = useWrite(resendVerification, { success: 'silent', failure: 'form' })
  const provider = trip.option.name
  return (
    <AuthCard title={t('sso.verifyTitle')} lead={t('sso.verifyLead', { provider })}>
      <div className="flex flex-col gap-4">
        <p>
          <Trans
            t={t}
            i18nKey="sso.verifyText"
            values={{ email, provider }}
            components={{ b: <bdi className="font-medium wrap-anywhere" /> }}
          />
        </p>
        {resend.isSuccess && (
          <Alert tone="success" live>
            {t('resend.sent', { email })}
          </Alert>
        )}
        {resend.error && (
          <Alert tone="danger" live>
            {say(resend.error)}
          </Alert>
        )}
        <Button size="lg" block loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
          {t('resend.action')}
        </Button>
        <Link href={paths.signIn(trip.redirect)}>{t('backToSignIn')}</Link>
      </div>
    </AuthCard>
  )
}
