import { useEffect } from 'react'

/** Goes to what the address names, which comes after the page: the browser has looked for it by then. */
export function useAnchor(isReady: boolean): void {
  useEffect(() => {
    const name = decodeURIComponent(window.location.hash.slice(1))
    if (isReady && name !== '') document.getElementById(name)?.scrollIntoView()
  }, [isReady])
}
