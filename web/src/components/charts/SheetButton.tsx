import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { saveSheet } from './sheet-csv.ts'
import type { Sheet } from './SheetTable.tsx'

/** Saves the numbers of a panel as a file. */
export function SheetButton({ sheet, title }: { sheet: Sheet; title: string }) {
  const { t } = useTranslation('charts')
  return <IconButton icon={Download} size="sm" label={t('csvOf', { title })} onClick={() => saveSheet(sheet, title)} />
}
