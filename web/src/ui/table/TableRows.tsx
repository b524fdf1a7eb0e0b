import { cx } from '../cx.ts'
import { RowMenu } from '../overlays/RowMenu.tsx'
import type { TableModel } from './table-model.ts'
import type { DataTableProps } from './table-types.ts'
import { useUi } from '../UiProvider.tsx'
import { SelectBox } from '../controls/SelectBox.tsx'

/** Padding and border of a body cell. */
export const cellClass = 'border-b border-line px-3 whitespace-nowrap group-last/row:border-b-0 first:ps-4 last:pe-4'

/** Truncates a text that would push out the other columns; TooltipLayer shows the full text. */
const cutClass = (isFirst: boolean) => cx('truncate', isFirst ? 'max-w-112' : 'max-w-64')

/**
 * Extra space before a text column that follows a column of numbers. Otherwise the number would be closer to that text
 * than to its own header.
 */
export function afterNumber(columns: readonly { align?: 'start' | 'end' }[], index: number): string | false {
  return columns[index - 1]?.align === 'end' && 'ps-8!'
}

/** The loaded rows. */
export function TableRows<Row>(props: DataTableProps<Row> & { model: TableModel }) {
  const { model, columns, rows, rowId, rowName, rowMenu, selection, currentRow, dense } = props
  const { words } = useUi()
  const height = dense ? 'h-9' : 'h-row'
  return (
    <tbody>
      {rows?.map(row => {
        const id = rowId(row)
        const selected = model.isSelected(id)
        const current = currentRow === id
        const name = rowName?.(row)
        return (
          <tr
            key={id}
            data-row
            aria-selected={selection ? selected : undefined}
            aria-current={current || undefined}
            className={cx(
              'group/row has-[[data-row-link]]:cursor-pointer',
              selected || current ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            {selection && (
              <td className={cx(cellClass, height, 'w-8 pe-0!')}>
                <SelectBox
                  aria-label={name ? `${words.select}: ${name}` : words.select}
                  checked={selected}
                  onChange={checked => model.select(id, checked)}
                />
              </td>
            )}
            {columns.map((column, index) => (
              <td
                key={column.id}
                className={cx(
                  cellClass,
                  cutClass(index === 0),
                  height,
                  column.align === 'end' ? 'tnum text-end' : afterNumber(columns, index),
                )}
              >
                {column.cell(row)}
              </td>
            ))}
            {rowMenu && (
              <td className={cx(cellClass, height, 'ps-0 pe-2! text-end')}>
                <RowMenu items={rowMenu(row)} name={name} />
              </td>
            )}
          </tr>
        )
      })}
    </tbody>
  )
}
