import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/api-error.ts'
import { refresh } from '../api/queries.ts'
import { setFlags } from '../api/signals.ts'
import { useGoTo, usePageExists, usePath } from '../components/navigation/use-pages.ts'
import { missingRight } from '../components/rights/missing-right.ts'
import { useFlags } from '../components/session/use-session.ts'
import { ForbiddenWords } from '../components/states/ForbiddenCard.tsx'
import { MissingRight } from '../components/states/MissingRight.tsx'
import { translateSentence } from '../locales/translate-sentence.ts'
import { applicationOf, paths } from '../paths.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CountdownBar } from '../ui/feedback/CountdownBar.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'

const REDIRECT_SECONDS = 10

/** Dialogs that the response to a write opens, on any page. The form below them keeps its state. */
export function WriteDialogs() {
  const { forbidden, makerChecker } = useFlags()
  return (
    <>
      <ForbiddenDialog error={forbidden} />
      {makerChecker && <MakerCheckerDialog />}
    </>
  )
}

function ForbiddenDialog({ error }: { error: ApiError | undefined }) {
  const { t } = useTranslation()
  const missing = error && missingRight(error)
  const close = () => setFlags({ forbidden: undefined })
  return (
    <Dialog
      open={error !== undefined}
      onOpenChange={close}
      title={t('forbidden.title')}
      footer={
        <Button variant="primary" onClick={close}>
          {t('ui.close')}
        </Button>
      }
    >
      {missing ? (
        <ForbiddenWords {...missing} />
      ) : (
        <>
          <p>{error === undefined ? '' : translateSentence(error)}</p>
          <MissingRight />
        </>
      )}
      <p className="mt-2 text-muted">{t('forbidden.kept')}</p>
    </Dialog>
  )
}

function MakerCheckerDialog() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const exists = usePageExists()
  const slug = applicationOf(usePath())
  const [running, setRunning] = useState(true)
  const close = () => setFlags({ makerChecker: false })
  const leaveTo = (path: string) => {
    close()
    void goTo(path)
  }
  useEffect(() => {
    // Lists of open requests are stale now; their calls load with the first held write, not with the first page.
    void import('@notifly/contracts/approvals/approvals').then(({ countPending, listApprovals }) =>
      Promise.all([refresh(countPending), refresh(listApprovals)]),
    )
  }, [])
  const approvals = slug === undefined ? undefined : paths.approvals(slug)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('makerChecker.title')}
      footer={
        <>
          <Button variant="ghost" onClick={running ? () => setRunning(false) : close}>
            {running ? t('makerChecker.stay') : t('ui.close')}
          </Button>
          {approvals !== undefined && exists(approvals) && (
            <Button variant="primary" onClick={() => leaveTo(approvals)}>
              {t('makerChecker.view')}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3">{t('makerChecker.text')}</p>
      {running && (
        <CountdownBar
          seconds={REDIRECT_SECONDS}
          onDone={() => leaveTo(paths.applications())}
          label={t('makerChecker.label')}
          text={left => t('makerChecker.countdown', { seconds: left })}
        />
      )}
    </Dialog>
  )
}
