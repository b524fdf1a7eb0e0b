import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { callsUnderWay, onNotice } from '../api/signals.ts'
import { serverText } from '../locales/server-text.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { showToast } from '../ui/toast.ts'
import { ToastRegion } from '../ui/ToastRegion.tsx'

/** Around everything: the loading bar, the toasts, the page. */
export function RootView() {
  const isNavigating = useRouterState({ select: state => state.isLoading })
  const calls = useSyncExternalStore(callsUnderWay.subscribe, callsUnderWay.get)
  useNotices()
  return (
    <ToastRegion>
      <LoadingBar active={isNavigating || calls > 0} />
      <Outlet />
    </ToastRegion>
  )
}

/** What the rest of the dashboard has to say becomes toasts, in the page's language. */
function useNotices(): void {
  useEffect(() => onNotice(({ tone, message }) => void showToast({ tone, title: serverText(message) })), [])
}
