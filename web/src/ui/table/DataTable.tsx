// One list of rows: a table on a wide screen, cards on a phone. Sorting, paging and filtering belong to the server and the
// address; this component shows their state and reports what the reader asks for.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useRowLinks } from './row-link.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { LoadingNote } from '../feedback/Skeleton.tsx'
import { TableCards } from './TableCards.tsx'
import { TableGhostRows } from './TableGhostRows.tsx'
import { TableHead } from './TableHead.tsx'
import { tableModel } from './table-model.ts'
import type { DataTableProps } from './table-types.ts'
import { TableRows } from './TableRows.tsx'
import { useIsPhone } from '../use-media-query.ts'

/** Shows rows with heads that sort, rows that lead somewhere, a menu per row, a selection, and every state of loading. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { selection, toolbar, rows, empty, footer } = props
  const model = tableModel(props)
  const phone = useIsPhone()
  const container = useRowLinks<HTMLDivElement>()
  const selectedCount = selection?.ids.size ?? 0
  const content =
    rows?.length === 0 && empty !== undefined ? (
      empty
    ) : phone ? (
      <TableCards {...props} />
    ) : (
      <div className="overflow-x-auto">
        <table
          aria-label={props.label}
          aria-busy={rows === undefined || props.fetching || undefined}
          className="w-full border-separate border-spacing-0"
        >
          <TableHead model={model} {...props} />
          {rows === undefined ? <TableGhostRows {...props} /> : <TableRows model={model} {...props} />}
        </table>
      </div>
    )
  return (
    <div ref={container}>
      {selection && selectedCount > 0 ? (
        <SelectionBar count={selectedCount} onClear={() => selection.onChange(new Set())}>
          {selection.actions(selection.ids)}
        </SelectionBar>
      ) : (
        toolbar
      )}
      <Frame frameless={props.frameless}>
        {rows === undefined && <LoadingNote />}
        <div className={cx('transition-opacity duration-(--mo-base)', props.fetching && 'opacity-60')}>{content}</div>
        {footer && (rows?.length !== 0 || empty === undefined) && <div className="border-t border-line">{footer}</div>}
      </Frame>
    </div>
  )
}

function Frame({ frameless, children }: { frameless: boolean | undefined; children: ReactNode }) {
  if (frameless) return <div className="overflow-clip">{children}</div>
  return <div className="overflow-clip rounded-3 border border-line bg-surface">{children}</div>
}
