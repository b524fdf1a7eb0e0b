import { resendVerification } from '@notifly/contracts/accounts/accounts'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { ApiError } from '../../api/api-error.ts'

/** The way on for an address that is not verified yet: another mail. Once it is sent the offer goes away. */
export function ResendVerification({ refusal, email }: { refusal: ApiError; email: string }) {
  const { t } = useTranslation('accounts')
  const resend = useWrite(resendVerification, { success: 'silent' })
  if (resend.isSuccess) {
    return (
      <Alert tone="success" live>
        {t('resend.sent', { email })}
      </Alert>
    )
  }
  return (
    <Alert tone="warning" live>
      <p>{say(refusal)}</p>
      <Button size="sm" className="mt-2" loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
        {t('resend.action')}
      </Button>
    </Alert>
  )
}
