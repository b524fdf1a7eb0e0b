import { deleteAccount } from '@notifly/contracts/accounts/security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { signOut } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

const CONFIRM_IDENTITY = 1006

/** The end of the account: asked twice, by this dialog and by who it is. */
export function DeleteSection() {
  const { t } = useTranslation('settings')
  const [asks, setAsks] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const remove = async () => {
    setAsks(false)
    setDeleting(true)
    setFailure(undefined)
    try {
      await call(deleteAccount, {})
      announce({ tone: 'success', message: t('delete.done') })
      await signOut()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Turning away from the question who it is needs no word.
      if (error.code !== CONFIRM_IDENTITY) setFailure(error)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <Panel aria-label={t('delete.title')}>
      <div className="flex flex-col gap-4">
        <FormFailure error={failure} />
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('delete.text')}</p>
          <Button loading={isDeleting} onClick={() => setAsks(true)}>
            {t('delete.action')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('delete.ask')}
        action={t('delete.action')}
        onConfirm={() => void remove()}
      >
        {t('delete.consequences')}
      </ConfirmDialog>
    </Panel>
  )
}
