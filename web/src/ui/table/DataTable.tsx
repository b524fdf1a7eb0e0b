// A list of rows: a table on a wide screen, cards on a phone. The server sorts, pages and filters, and the address
// holds that state. This component only shows it and reports what the reader asks for.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { LoadingNote } from '../feedback/Skeleton.tsx'
import { useIsPhone } from '../use-media-query.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TableCards } from './TableCards.tsx'
import { TableSkeletonRows } from './TableSkeletonRows.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { tableModel } from './table-model.ts'
import type { DataTableProps } from './table-types.ts'

/** Shows rows with sortable headers, links, row menus, a selection, and all states of loading. */
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
          {rows === undefined ? <TableSkeletonRows {...props} /> : <TableRows model={model} {...props} />}
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
          // Mounted again with the first rows, so that it appears in its place instead of moving there.
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
 * A click anywhere in a row (an element with data-row) follows the row's link or presses its button. For the pointer
 * only: the keyboard and screen readers use the link itself.
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
 * Repeats the click on the link with its modifier keys, so that new tabs, prefetching and the router work as usual.
 * Ignores clicks on the row's own controls, and those that end a text selection.
 */
function followRowLink(event: MouseEvent): void {
  const target = event.target as Element
  if (target.closest(ownActs) || !getSelection()?.isCollapsed) return
  const link = target.closest('[data-row]')?.querySelector('[data-row-link]')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
