import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { exportSuppressions, type Suppression } from '@notifly/contracts/suppressions/suppressions'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { saveDownload } from '../../components/lists/save-download.ts'
import { useCan } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { ImportSuppressionsDialog } from './ImportSuppressionsDialog.tsx'

/** The head of the suppression list. */

const FILE_NAME = 'suppression-list.csv'

interface ExportFilter {
  search: string
  channel?: Suppression['channel']
  reason: string
}

/** Export, import and adding; on a phone the first two are behind three dots. */
export function SuppressionActions({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation('consent')
  const isPhone = useIsPhone()
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const [isImporting, setImporting] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const openImport = { label: t('import.open'), icon: Upload, onSelect: () => setImporting(true) }
  const input = { query: filter }
  const save = {
    label: t('suppressions.export'),
    icon: Download,
    onSelect: () => void saveDownload(exportSuppressions, input, FILE_NAME),
  }
  return (
    <>
      {isPhone ? (
        <RowMenu items={[save, mayAdd && openImport]} name={t('suppressions.title')} />
      ) : (
        <>
          <DownloadButton endpoint={exportSuppressions} input={input} name={FILE_NAME}>
            {save.label}
          </DownloadButton>
          {mayAdd && (
            <Button icon={Upload} onClick={openImport.onSelect}>
              {openImport.label}
            </Button>
          )}
        </>
      )}
      {mayAdd && (
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {t('add.open')}
        </Button>
      )}
      {isImporting && <ImportSuppressionsDialog onClose={() => setImporting(false)} />}
      {isAdding && <AddSuppressionDialog onClose={() => setAdding(false)} />}
    </>
  )
}
