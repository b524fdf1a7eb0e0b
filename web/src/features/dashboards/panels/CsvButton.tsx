import type { Panel } from '@notifly/contracts/dashboards/exports'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useSavePanel } from '../view.ts'

/** Saves a table's numbers as a file. */
export function CsvButton({ panel, title }: { panel: Panel; title: string }) {
  const { t } = useTranslation('charts')
  const save = useSavePanel()
  return <IconButton icon={Download} size="sm" label={t('csvOf', { title })} onClick={() => save(panel)} />
}
