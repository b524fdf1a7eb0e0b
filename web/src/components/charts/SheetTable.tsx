export interface SheetColumn {
  label: string
  /** For a column of numbers: how to format one. */
  show?: (value: number) => string
}

/** The numbers behind a chart, row by row. */
export interface Sheet {
  columns: readonly SheetColumn[]
  rows: readonly (readonly (string | number | null)[])[]
  /** The first column's values in files, where the table shows formatted ones such as days. */
  heads?: readonly string[]
}

/** A chart's data as a table, at the place and height of the chart. */
export function SheetTable({ sheet: { columns, rows }, label }: { sheet: Sheet; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls, so that keys must reach it
    <div className="max-h-52 overflow-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="tnum w-full text-12">
        <thead className="text-muted">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                className={`py-1 font-medium ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], row) => (
            <tr key={row} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-regular">
                {head}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className="py-1 ps-3 text-end">
                  {cell === null ? '–' : typeof cell === 'number' ? (columns[index + 1]?.show?.(cell) ?? cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
