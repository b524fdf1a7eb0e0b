import { Outlet, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { callsUnderWay } from '../api/signals.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { lazyPart } from './lazy-part.tsx'

/** Not needed for the first sight of a page, so its code comes after it. */
const Toasts = lazyPart(() => import('./Toasts.tsx'), 'Toasts')

/** Around everything: the loading bar, the page, the toasts. */
export function RootView() {
  const isNavigating = useRouterState({ select: state => state.isLoading })
  const calls = useSyncExternalStore(callsUnderWay.subscribe, callsUnderWay.get)
  return (
    <>
      <LoadingBar active={isNavigating || calls > 0} />
      <Outlet />
      <Toasts />
    </>
  )
}
