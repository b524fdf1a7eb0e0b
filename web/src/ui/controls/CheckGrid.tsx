import type { ReactNode } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { cx } from '../cx.ts'
import { useIsPhone } from '../use-media-query.ts'
import { type GridPlace, useGridKeys } from '../table/use-grid-keys.ts'

export type CheckGridRow = {
  id: string
  label: string
  /** A muted number in a column of its own. */ hint?: ReactNode
}
export type CheckGridGroup = { id: string; label: string; rows: readonly CheckGridRow[] }
export type CheckGridColumn = {
  id: string
  label: string
  /** Separated from the previous columns by a thin line. */ apart?: boolean
}
export type CheckGridCell = { checked: boolean; implied?: boolean; disabled?: boolean }

export type CheckGridProps = {
  /** Name of the grid for screen readers. */
  label: string
  /** Headers of the columns before the checkboxes. */
  heads: { group: string; row: string; hint: string }
  columns: readonly CheckGridColumn[]
  groups: readonly CheckGridGroup[]
  /** Undefined if the grid has no cell there. */
  cell: (rowId: string, columnId: string) => CheckGridCell | undefined
  onChange: (rowId: string, columnId: string, checked: boolean) => void
  readOnly?: boolean
}

/**
 * A grid of checkboxes. It is one tab stop: arrow keys move between cells, Home and End go to the ends of a row, Space
 * toggles. On a phone each group is a list in which every checkbox has its label.
 */
export function CheckGrid(props: CheckGridProps) {
  return useIsPhone() ? <GridCards {...props} /> : <GridTable {...props} />
}

const headClass = 'sticky top-nav z-1 h-8 border-b border-line bg-sunken px-3 text-12 font-medium text-muted'

function GridTable(props: CheckGridProps) {
  const { label, heads, columns, groups } = props
  const keys = useGridKeys(placesOf(props))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table that is moved through by arrows
    <table role="grid" aria-label={label} aria-readonly={props.readOnly} className="w-full" {...keys.grid}>
      <thead>
        <tr>
          <th scope="col" className={cx(headClass, 'w-43 ps-4 pe-2 text-start max-lg:hidden')}>
            {heads.group}
          </th>
          <th scope="col" className={cx(headClass, 'text-start max-lg:ps-4')}>
            {heads.row}
          </th>
          <th scope="col" className={cx(headClass, 'text-start max-lg:hidden')}>
            {heads.hint}
          </th>
          {columns.map(column => (
            <th key={column.id} scope="col" className={cx(headClass, columnClass(column))}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(group => (
        <tbody key={group.id} className="group/body">
          <tr className="lg:hidden">
            <th
              scope="rowgroup"
              colSpan={columns.length + 1}
              className="h-8 border-t border-line px-4 text-start text-12 font-semibold group-first/body:border-t-0"
            >
              {group.label}
            </th>
          </tr>
          {group.rows.map((row, at) => (
            <tr key={row.id} className="hover:bg-hover">
              {at === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={group.rows.length}
                  className={cx(edge(at), 'bg-surface ps-4 pe-2 pt-2 text-start align-top font-semibold max-lg:hidden')}
                >
                  {group.label}
                </th>
              )}
              <th scope="row" className={cx(edge(at), 'h-8.5 px-3 py-1.5 text-start font-regular max-lg:ps-4')}>
                {row.label}
              </th>
              <td className={cx(edge(at), 'tnum px-3 text-12 text-muted max-lg:hidden')}>{row.hint}</td>
              {columns.map(column => (
                <td key={column.id} className={cx(edge(at), columnClass(column))}>
                  <Tick {...props} row={row} column={column} {...keys.cell(row.id, column.id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** A line above the first row of a group separates it from the previous one. */
function edge(at: number): string {
  return at === 0 ? 'border-line lg:border-t lg:group-first/body:border-t-0' : 'border-line'
}

function columnClass({ apart }: CheckGridColumn): string {
  return cx('px-0! text-center', apart ? 'w-21 border-s border-line' : 'w-16')
}

function GridCards(props: CheckGridProps) {
  const { label, columns, groups } = props
  return (
    <div role="group" aria-label={label} className="divide-y divide-line">
      {groups.map(group => (
        <section key={group.id} aria-label={group.label} className="px-4 py-3">
          <h3 className="mb-2 font-semibold">{group.label}</h3>
          <div className="flex flex-col gap-4">
            {group.rows.map(row => (
              <fieldset key={row.id} className="min-w-0">
                <legend className="mb-1 flex items-baseline gap-2">
                  {row.label} <span className="tnum text-12 text-muted">{row.hint}</span>
                </legend>
                <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-2">
                  {columns
                    .filter(column => props.cell(row.id, column.id) !== undefined)
                    .map(column => (
                      <Tick key={column.id} {...props} row={row} column={column} isNamed />
                    ))}
                </div>
              </fieldset>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

interface TickProps extends CheckGridProps {
  row: CheckGridRow
  column: CheckGridColumn
  isNamed?: boolean
  tabIndex?: number
  'data-cell'?: string
}

function Tick({ row, column, isNamed = false, cell, onChange, readOnly, ...rest }: TickProps) {
  const state = cell(row.id, column.id)
  if (state === undefined) return null
  const shared = {
    checked: state.checked,
    implied: state.implied ?? false,
    disabled: state.disabled,
    readOnly,
    onChange: (checked: boolean) => onChange(row.id, column.id, checked),
  }
  if (isNamed) return <Checkbox {...shared} label={column.label} />
  return (
    <span className="inline-grid align-middle">
      <Checkbox
        {...shared}
        aria-label={`${column.label}: ${row.label}`}
        tabIndex={rest.tabIndex ?? -1}
        data-cell={rest['data-cell']}
      />
    </span>
  )
}

/** Every checkbox that can get the focus, row by row. */
function placesOf({ groups, columns, cell }: CheckGridProps): GridPlace[][] {
  return groups.flatMap(group =>
    group.rows.map(row =>
      columns.flatMap((column, at): GridPlace[] => {
        const state = cell(row.id, column.id)
        return state === undefined || state.disabled === true ? [] : [{ row: row.id, column: column.id, at }]
      }),
    ),
  )
}
