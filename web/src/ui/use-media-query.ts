import { useSyncExternalStore } from 'react'

/** Whether a media query matches; updates when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** Below 640 px, where tables become cards. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 40rem)')
}
