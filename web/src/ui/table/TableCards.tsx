import { Fragment, type ReactNode } from 'react'
import { SelectBox } from '../controls/SelectBox.tsx'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { RowMenu } from '../overlays/RowMenu.tsx'
import { useUi } from '../UiProvider.tsx'
import { CardContext } from './NameCell.tsx'
import { SKELETON_ROWS } from './TableSkeletonRows.tsx'
import type { TableModel } from './table-model.ts'
import type { DataTableProps, TableColumn } from './table-types.ts'

type Place = NonNullable<TableColumn<unknown>['card']>

function placeOf<Row>(column: TableColumn<Row>, index: number): Place {
  return column.card ?? (index === 0 ? 'title' : column.align === 'end' ? 'number' : 'line')
}

type TableCardsProps<Row> = DataTableProps<Row> & { model: TableModel }

/** The rows of a table as cards: name and badge, a muted line, and up to three numbers. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, rows, skeletonRows = SKELETON_ROWS } = props
  if (!rows) {
    return (
      <ul aria-hidden>
        {Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className="flex flex-col gap-2 border-line px-4 py-3 not-last:border-b">
            <Skeleton width="60%" />
            <Skeleton width="80%" height="0.5rem" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul aria-label={label}>
      {rows.map(row => (
        <Card key={props.rowId(row)} row={row} {...props} />
      ))}
    </ul>
  )
}

function Card<Row>({
  row,
  columns,
  rowId,
  rowName,
  rowMenu,
  selection,
  currentRow,
  model,
}: TableCardsProps<Row> & { row: Row }) {
  const { words } = useUi()
  const id = rowId(row)
  const name = rowName?.(row)
  const at = (place: Place) => columns.filter((column, index) => placeOf(column, index) === place)
  const lines = at('line')
  const numbers = at('number').slice(0, 3)
  return (
    <li
      data-row
      aria-current={currentRow === id || undefined}
      className={cx(
        'flex gap-3 border-line px-4 py-2.5 not-last:border-b has-[[data-row-link]]:cursor-pointer',
        ((selection && model.isSelected(id)) || currentRow === id) && 'bg-selected',
      )}
    >
      {selection && (
        <span className="pt-0.5">
          <SelectBox
            aria-label={name ? `${words.select}: ${name}` : words.select}
            checked={model.isSelected(id)}
            onChange={checked => model.select(id, checked)}
          />
        </span>
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] gap-y-0.5">
        <CardContext value>
          {at('title').map(column => (
            <div
              key={column.id}
              className="text-14 has-data-name-cell:contents not-has-data-name-cell:col-start-2 not-has-data-name-cell:row-start-1"
            >
              {column.cell(row)}
            </div>
          ))}
        </CardContext>
        <div className="col-start-3 row-start-1 ms-2 flex gap-1">
          {at('badge').map(column => (
            <Fragment key={column.id}>{column.cell(row)}</Fragment>
          ))}
        </div>
        {lines.length > 0 && (
          <div className="col-[2/-1] flex flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-muted">
            {lines.map(column => (
              <span
                key={column.id}
                className="max-w-full min-w-0 truncate empty:hidden has-[>[data-missing]:only-child]:hidden"
              >
                {column.cell(row)}
              </span>
            ))}
          </div>
        )}
        {numbers.length > 0 && <Numbers numbers={numbers.map(column => [column, column.cell(row)])} />}
      </div>
      {rowMenu && (
        <span className="-me-2 -mt-1.5">
          <RowMenu items={rowMenu(row)} name={name} />
        </span>
      )}
    </li>
  )
}

function Numbers<Row>({ numbers }: { numbers: (readonly [TableColumn<Row>, ReactNode])[] }) {
  return (
    <div className="tnum col-[2/-1] flex flex-wrap gap-x-3 text-12 text-muted">
      {numbers.map(([column, cell]) => (
        <span key={column.id} className="has-data-missing:hidden">
          {column.header} <span className="text-ink">{cell}</span>
        </span>
      ))}
    </div>
  )
}
