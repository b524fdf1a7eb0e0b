// One list of rows: a table on a wide screen, cards on a phone. Sorting, paging and filtering belong to the server and the
// address; this component shows their state and reports what the reader asks for.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { LoadingNote } from '../feedback/Skeleton.tsx'
import { useIsPhone } from '../use-media-query.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TableCards } from './TableCards.tsx'
import { TableGhostRows } from './TableGhostRows.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { tableModel } from './table-model.ts'
import type { DataTableProps } from './table-types.ts'

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
      <TableCards model={model} {...props} />
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
        <SelectionBar selection={selection} offersEverything={phone || model.areAllSelected} />
      ) : (
        toolbar
      )}
      <Frame frameless={props.frameless}>
        {rows === undefined && <LoadingNote />}
        <div className={cx('transition-opacity duration-(--mo-base)', props.fetching && 'opacity-60')}>{content}</div>
        {footer && (rows?.length !== 0 || empty === undefined) && (
          // Drawn anew with the first rows, in its place, instead of pushed there.
          <div key={rows === undefined ? 'ghost' : 'rows'} className="border-t border-line">
            {footer}
          </div>
        )}
      </Frame>
    </div>
  )
}

function Frame({ frameless, children }: { frameless: boolean | undefined; children: ReactNode }) {
  if (frameless) return <div className="overflow-clip">{children}</div>
  return <div className="overflow-clip rounded-3 border border-line bg-surface">{children}</div>
}

const ownActs = 'a, button, input, select, textarea, label, [role="checkbox"], [role="menu"], [role="dialog"]'

/**
 * Lets a click anywhere in a row (an element with data-row) follow the row's link, or press its button. For the pointer only: keyboard and
 * screen reader have the link itself.
 */
function useRowLinks<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null)
  useEffect(() => {
    const element = container.current
    element?.addEventListener('click', followRowLink)
    return () => element?.removeEventListener('click', followRowLink)
  }, [])
  return container
}

/**
 * The click is handed to the link with its modifier keys, so that new tab, prefetch and the router behave as if the name
 * had been clicked. Clicks on the row's own controls, and the end of a text selection, are left alone.
 */
function followRowLink(event: MouseEvent): void {
  const target = event.target as Element
  if (target.closest(ownActs) || !getSelection()?.isCollapsed) return
  const link = target.closest('[data-row]')?.querySelector('[data-row-link]')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
