/** What stands at the head of the suppression list. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { exportSuppressions, type Suppression } from '@notifly/contracts/suppressions/suppressions'
import { Download, type LucideIcon, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveDownload } from '../../components/lists/save-download.ts'
import { useCan } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { ImportSuppressionsDialog } from './ImportSuppressionsDialog.tsx'

interface ExportFilter {
  search: string
  channel?: Suppression['channel']
  reason: string
}

/** Export, import and adding; on a phone the first two stand behind three dots. */
export function SuppressionActions({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation('consent')
  const isPhone = useIsPhone()
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const { isExporting, save } = useExport(filter)
  const [isImporting, setImporting] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const acts: { label: string; icon: LucideIcon; onSelect: () => void; loading?: boolean }[] = [
    { label: t('suppressions.export'), icon: Download, onSelect: save, loading: isExporting },
    ...(mayAdd ? [{ label: t('import.open'), icon: Upload, onSelect: () => setImporting(true) }] : []),
  ]
  return (
    <>
      {isPhone ? (
        <RowMenu items={acts.map(({ loading: _, ...act }) => act)} name={t('suppressions.title')} />
      ) : (
        acts.map(({ label, icon, onSelect, loading }) => (
          <Button key={label} icon={icon} loading={loading ?? false} onClick={onSelect}>
            {label}
          </Button>
        ))
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

/** Saves what the filters leave as CSV. */
function useExport(filter: ExportFilter): { isExporting: boolean; save: () => void } {
  const [isExporting, setExporting] = useState(false)
  const save = () => {
    setExporting(true)
    void saveDownload(exportSuppressions, { query: filter }, 'suppression-list.csv').finally(() => setExporting(false))
  }
  return { isExporting, save }
}
