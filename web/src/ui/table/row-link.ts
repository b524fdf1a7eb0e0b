import { useEffect, useRef, type RefObject } from 'react'

const ownActs = 'a, button, input, select, textarea, label, [role="checkbox"], [role="menu"], [role="dialog"]'

/**
 * Lets a click anywhere in a row (an element with data-row) follow the row's link. For the pointer only: keyboard and
 * screen reader have the link itself.
 */
export function useRowLinks<Container extends HTMLElement>(): RefObject<Container | null> {
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
  const link = target.closest('[data-row]')?.querySelector('a[data-row-link]')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
