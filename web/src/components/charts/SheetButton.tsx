import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { saveSheet } from './sheet-csv.ts'
import type { Sheet } from './SheetTable.tsx'

/** Downloads the numbers of a panel as a CSV file. */
export function SheetButton({ sheet, title }: { sheet: Sheet; title: string }) {
  const { t } = useTranslation('charts')
  return <IconButton icon={Download} size="sm" label={t('csvOf', { title })} onClick={() => saveSheet(sheet, title)} />
}
