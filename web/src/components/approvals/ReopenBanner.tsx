import type { Approval } from '@notifly/contracts/approvals/approvals'
import { CornerUpLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { RequestChange } from './RequestChange.tsx'
import { decisionWords } from './use-request-words.ts'

/** Above a form that is filled in from a rejected request: the reason of the rejection, and a button that shows the saved values. */
export function ReopenBanner({ request }: { request: Approval | undefined }) {
  const { t } = useTranslation('approvals')
  const [isOpen, setOpen] = useState(false)
  if (request === undefined) return null
  const by = request.approver?.name
  return (
    <Alert
      tone="info"
      icon={CornerUpLeft}
      title={t('reopen.title')}
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('reopen.original')}
        </Button>
      }
    >
      {request.description && (
        <>
          {by === undefined ? t('reopen.reason') : t('reopen.reasonBy', { name: by })}{' '}
          <q>{decisionWords(request)}</q>{' '}
        </>
      )}
      {t('reopen.text')}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="xl"
        title={t('reopen.originalTitle')}
        description={request.title}
        closeOnScrim
        footer={<Button onClick={() => setOpen(false)}>{t('reopen.back')}</Button>}
      >
        <RequestChange request={request} />
      </Dialog>
    </Alert>
  )
}
