import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { signOut } from '../../../api/session.ts'
import { setFlags } from '../../../api/signals.ts'
import { useSession } from '../../../components/session/use-session.ts'
import { say } from '../../../locales/say.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { AuthCard } from '../AuthCard.tsx'

/** The invitation is for another account than the one that is signed in. Signing out here brings the form up. */
export function AccountMismatch({ invited }: { invited: string | undefined }) {
  const { t } = useTranslation(['invitation', 'common'])
  const email = useSession()?.email
  const [isChanging, setChanging] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const change = async () => {
    setChanging(true)
    try {
      await signOut()
      setFlags({ pageError: undefined })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setChanging(false)
    }
  }
  return (
    <AuthCard title={t('mismatch.title')} lead="">
      <div className="flex flex-col gap-4">
        {failure && (
          <Alert tone="danger" live>
            {say(failure)}
          </Alert>
        )}
        {email !== undefined && (
          <p className="wrap-anywhere text-ink-2">
            <Trans
              t={t}
              i18nKey="mismatch.text"
              values={{ email, invited }}
              components={{ b: <bdi className="font-medium text-ink" /> }}
            />
          </p>
        )}
        <div className="flex flex-col gap-2">
          <Button variant="primary" size="lg" block loading={isChanging} onClick={() => void change()}>
            {t('mismatch.change')}
          </Button>
          <ButtonLink href={paths.applications()} size="lg" block onClick={() => setFlags({ pageError: undefined })}>
            {t('common:ui.cancel')}
          </ButtonLink>
        </div>
      </div>
    </AuthCard>
  )
}
