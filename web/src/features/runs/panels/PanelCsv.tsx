import { exportRunPanel, type RunPanel } from '@notifly/contracts/runs/panels'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveDownload } from '../../../components/lists/save-download.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { panelOf } from './panel-of.ts'

/** Downloads a panel's data from the server as a CSV file named after the run and the panel. */
export function PanelCsv({ run, panel, title }: { run: RunProgress; panel: RunPanel; title: string }) {
  const { t } = useTranslation('delivery')
  const { params } = panelOf(run)
  const save = () => void saveDownload(exportRunPanel, { params, query: { panel } })
  return <IconButton icon={Download} size="sm" label={t('panels.csv', { title })} onClick={save} />
}
