import { useEffect } from 'react'

/**
 * Scrolls to the address's fragment once the page is ready. The browser itself looked for it before the element
 * existed.
 */
export function useAnchor(isReady: boolean): void {
  useEffect(() => {
    const name = decodeURIComponent(window.location.hash.slice(1))
    if (isReady && name !== '') document.getElementById(name)?.scrollIntoView()
  }, [isReady])
}
