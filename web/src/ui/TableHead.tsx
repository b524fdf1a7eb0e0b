import type { RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { TableModel } from './table-model.ts'
import type { DataTableProps, TableColumn } from './table-types.ts'
import { useUi } from './UiProvider.tsx'

/** Height, ground and paddings of a head cell. */
const headClass =
  'h-8 border-b border-line bg-sunken px-3 text-12 font-medium whitespace-nowrap text-muted first:ps-4 last:pe-4'

type TableHeadProps<Row extends RowData> = DataTableProps<Row> & {
  model: TableModel<Row>
  byId: ReadonlyMap<string, TableColumn<Row>>
}

/** The line of heads; the sorted one carries an arrow and is announced. */
export function TableHead<Row extends RowData>({ model, byId, selection, rowMenu, rows }: TableHeadProps<Row>) {
  const { words } = useUi()
  return (
    <thead>
      {model.getHeaderGroups().map(group => (
        <tr key={group.id}>
          {selection && (
            <th className={cx(headClass, 'w-8 pe-0!')}>
              <Checkbox
                aria-label={words.selectAll}
                disabled={!rows?.length}
                checked={Boolean(rows?.length) && model.getIsAllRowsSelected()}
                partly={model.getIsSomeRowsSelected() && !model.getIsAllRowsSelected()}
                onChange={checked => model.toggleAllRowsSelected(checked)}
              />
            </th>
          )}
          {group.headers.map(header => {
            const column = byId.get(header.column.id)
            const direction = header.column.getIsSorted()
            return (
              <th
                key={header.id}
                scope="col"
                style={{ inlineSize: column?.width }}
                aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
                className={cx(headClass, column?.align === 'end' ? 'text-end' : 'text-start')}
              >
                {header.column.getCanSort() ? (
                  <SortButton
                    direction={direction}
                    atEnd={column?.align === 'end'}
                    onPress={event => header.column.getToggleSortingHandler()?.(event)}
                  >
                    {column?.header}
                  </SortButton>
                ) : (
                  <span className={column?.hideHeader ? 'sr-only' : undefined}>{column?.header}</span>
                )}
              </th>
            )
          })}
          {rowMenu && (
            <th className={cx(headClass, 'w-11')}>
              <span className="sr-only">{words.actions}</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

type SortButtonProps = {
  direction: false | 'asc' | 'desc'
  atEnd: boolean
  onPress: (event: unknown) => void
  children: ReactNode
}

function SortButton({ direction, atEnd, onPress, children }: SortButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group inline-flex items-center gap-1 rounded-1 align-middle font-medium hover:text-ink',
        atEnd && 'flex-row-reverse',
        direction && 'text-ink',
      )}
    >
      {children}
      {/* The arrow keeps its place while it is invisible, so that nothing moves when the sorting does. */}
      <Icon
        of={direction === 'asc' ? ArrowUp : ArrowDown}
        size={12}
        className={direction ? undefined : 'invisible group-hover:visible group-focus-visible:visible'}
      />
    </button>
  )
}
