import { resendVerification } from '@notifly/contracts/accounts/accounts'
import { MailCheck } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { SandboxInbox } from '../../components/session/SandboxInbox.tsx'
import { useWrite } from '../../api/queries.ts'
import { renewSession } from '../../api/session.ts'
import { announce, announceFailure } from '../../api/signals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'

/** A new person's first page: asks them to open the link in the email, or to request another one. */
export function UnverifiedView({ email }: { email: string }) {
  const { t } = useTranslation()
  const resend = useWrite(resendVerification, {
    success: 'silent',
    onDone: () => announce({ tone: 'success', message: t('unverified.sent') }),
  })
  return (
    <Page>
      <StateCard
        kind="empty"
        icon={MailCheck}
        title={t('unverified.title')}
        actions={
          <>
            <Button variant="primary" loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
              {t('unverified.resend')}
            </Button>
            <Button variant="ghost" onClick={() => void checkAgain()}>
              {t('unverified.done')}
            </Button>
            <SandboxInbox />
          </>
        }
      >
        <Trans t={t} i18nKey="unverified.text" values={{ email }} components={{ b: <bdi className="font-medium" /> }} />
      </StateCard>
    </Page>
  )
}

async function checkAgain(): Promise<void> {
  try {
    await renewSession()
  } catch (error) {
    announceFailure(error)
  }
}
