import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import type { TableModel } from './table-model.ts'
import { afterNumber } from './TableRows.tsx'
import type { DataTableProps } from './table-types.ts'
import { useUi } from '../UiProvider.tsx'
import { SelectBox } from '../controls/SelectBox.tsx'

/** Height, background and padding of a header cell. */
const headClass =
  'h-8 border-b border-line bg-sunken px-3 text-12 font-medium whitespace-nowrap text-muted first:ps-4 last:pe-4'

type TableHeadProps<Row> = DataTableProps<Row> & {
  model: TableModel
}

/** The header row. The sorted column shows an arrow and is announced. */
export function TableHead<Row>({ model, columns, selection, rowMenu, rows }: TableHeadProps<Row>) {
  const { words } = useUi()
  return (
    <thead>
      <tr>
        {selection && (
          <th className={cx(headClass, 'w-8 pe-0!')}>
            <SelectBox
              aria-label={words.selectAll}
              disabled={!rows?.length}
              checked={model.areAllSelected}
              partly={model.areSomeSelected}
              onChange={model.selectAll}
            />
          </th>
        )}
        {columns.map((column, index) => {
          const direction = model.sortOf(column)
          return (
            <th
              key={column.id}
              scope="col"
              data-tip={column.definition}
              aria-description={column.definition}
              style={{ inlineSize: column.width }}
              aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
              className={cx(
                headClass,
                column.align === 'end' ? 'text-end' : 'text-start',
                column.align !== 'end' && afterNumber(columns, index),
              )}
            >
              {column.sortable ? (
                <SortButton
                  direction={direction}
                  atEnd={column.align === 'end'}
                  onPress={() => model.pressHead(column)}
                >
                  {column.header}
                </SortButton>
              ) : (
                <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
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
    </thead>
  )
}

type SortButtonProps = {
  direction: 'asc' | 'desc' | undefined
  atEnd: boolean
  onPress: () => void
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
      {/* The arrow takes up space even while invisible, so that sorting moves nothing. */}
      <Icon
        of={direction === 'asc' ? ArrowUp : ArrowDown}
        size={12}
        className={direction ? undefined : 'invisible group-hover:visible group-focus-visible:visible'}
      />
    </button>
  )
}
