import { ChartLine, Download, Ellipsis, Image, Table2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../api/signals.ts'
import { saveFile } from '../../api/download.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { type Picture, pictureOf } from './picture.ts'
import { saveSheet } from './sheet-csv.ts'
import { type Sheet, SheetTable } from './SheetTable.tsx'

export interface ChartPanelProps {
  title: string
  /** What its figure counts. */
  definition?: string | undefined
  /** At the end of the header, such as a legend or a number. */
  meta?: ReactNode
  sheet: Sheet
  /** Downloads the data as a file; by default the sheet. */
  onCsv?: (() => void) | undefined
  /** Returns undefined if there is nothing to draw. */
  picture: () => Omit<Picture, 'title'> | undefined
  children: ReactNode
}

/** A chart in a panel. It can be shown as a table, and saved as a picture or as CSV. */
export function ChartPanel({ title, definition, meta, sheet, onCsv, picture, children }: ChartPanelProps) {
  const { t } = useTranslation('charts')
  const [isTable, setTable] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const save = async () => {
    const drawn = picture()
    const blob = drawn && content.current && (await pictureOf({ title, ...drawn }, content.current))
    if (blob) saveFile(blob, `${title}.png`)
    else announce({ tone: 'danger', message: { message: t('noPicture') } })
  }
  return (
    <Panel
      title={definition === undefined ? title : <span data-tip={definition}>{title}</span>}
      actions={
        <>
          {meta}
          <span className="flex">
            <IconButton
              icon={isTable ? ChartLine : Table2}
              label={isTable ? t('showChart') : t('showTable')}
              size="sm"
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            />
            <Menu
              align="end"
              trigger={<IconButton icon={Ellipsis} label={t('acts', { title })} size="sm" />}
              items={[
                { label: t('csv'), icon: Download, onSelect: onCsv ?? (() => saveSheet(sheet, title)) },
                !isTable && { label: t('png'), icon: Image, onSelect: () => void save() },
              ]}
            />
          </span>
        </>
      }
    >
      <div ref={content}>
        {definition !== undefined && <p className="sr-only">{definition}</p>}
        {isTable ? <SheetTable sheet={sheet} label={t('table', { title })} /> : children}
      </div>
    </Panel>
  )
}
