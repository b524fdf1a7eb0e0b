/** What stands at the head of the suppression list. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { exportSuppressions, type Suppression } from '@notifly/contracts/suppressions'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { download } from '../../../api/download.ts'
import { announce } from '../../../api/signals.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { serverText } from '../../../locales/server-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { ImportSuppressionsDialog } from './ImportSuppressionsDialog.tsx'

export interface ExportFilter {
  search: string
  channel?: Suppression['channel']
  reason: string
}

/** Saves what the filters leave as CSV. */
export function ExportButton({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation('consent')
  const [isExporting, setExporting] = useState(false)
  const save = () => {
    setExporting(true)
    download(exportSuppressions, { query: filter }, 'suppression-list.csv')
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        announce({ tone: 'danger', message: serverText(error.message) })
      })
      .finally(() => setExporting(false))
  }
  return (
    <Button icon={Download} loading={isExporting} onClick={save}>
      {t('suppressions.export')}
    </Button>
  )
}

/** Opens the dialog that takes a file. */
export function ImportButton() {
  const { t } = useTranslation('consent')
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const [isOpen, setOpen] = useState(false)
  if (!mayAdd) return null
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      {isOpen && <ImportSuppressionsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Opens the dialog that takes one address. */
export function AddButton() {
  const { t } = useTranslation('consent')
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const [isOpen, setOpen] = useState(false)
  if (!mayAdd) return null
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setOpen(true)}>
        {t('add.open')}
      </Button>
      {isOpen && <AddSuppressionDialog onClose={() => setOpen(false)} />}
    </>
  )
}
