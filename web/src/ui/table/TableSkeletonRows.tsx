import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import type { DataTableProps, SkeletonKind } from './table-types.ts'
import { cellClass } from './TableRows.tsx'

/** Widths in px. They vary, so that the skeleton looks like a list rather than a grid. */
const widths = [148, 176, 120, 164, 136]

/** About as many as fit a screen, so that content below the list stays in place when more rows arrive. */
export const SKELETON_ROWS = 5

/** Skeleton rows with the sizes of real ones. */
export function TableSkeletonRows<Row>({
  columns,
  skeletonRows = SKELETON_ROWS,
  dense,
  selection,
  rowMenu,
}: DataTableProps<Row>) {
  const height = dense ? 'h-9' : 'h-row'
  return (
    <tbody aria-hidden>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <tr key={row} className="group/row">
          {selection && (
            <td className={cx(cellClass, height, 'w-8 pe-0!')}>
              <Skeleton width="1rem" height="1rem" />
            </td>
          )}
          {columns.map((column, index) => (
            <td key={column.id} className={cx(cellClass, height)}>
              <LoadingSkeleton
                kind={column.skeleton ?? (column.align === 'end' ? 'number' : index === 0 ? 'name' : 'text')}
                row={row}
                dense={dense}
              />
            </td>
          ))}
          {rowMenu && <td className={cx(cellClass, height)} />}
        </tr>
      ))}
    </tbody>
  )
}

function LoadingSkeleton({ kind, row, dense }: { kind: SkeletonKind; row: number; dense: boolean | undefined }) {
  const width = widths[row % widths.length] ?? 148
  switch (kind) {
    case 'badge':
      return <Skeleton width={`${width / 2.4}px`} height="1.25rem" />
    case 'number':
      return <Skeleton width={`${width / 3}px`} className="ms-auto" />
    case 'text':
      return <Skeleton width={`${width * 0.7}px`} />
    case 'name':
    case 'two-lines':
      return (
        <div className="flex items-center gap-3">
          {kind === 'name' && <Skeleton width="1rem" height="1rem" className="shrink-0" />}
          <div className="flex flex-col gap-1.5">
            <Skeleton width={`${width}px`} />
            {!dense && <Skeleton width={`${width * 0.65}px`} height="0.5rem" />}
          </div>
        </div>
      )
  }
}
