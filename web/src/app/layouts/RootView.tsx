import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { identityQuestion } from '../../api/identity.ts'
import { callsInProgress, pendingNotices } from '../../api/signals.ts'
import { LoadingBar } from '../../ui/feedback/LoadingBar.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { SkipLink } from '../SkipLink.tsx'

/** Loaded after the page, which does not need it at first. */
const Toasts = lazyPart(() => import('../Toasts.tsx'), 'Toasts')

const IdentityDialog = lazyPart(() => import('../IdentityDialog.tsx'), 'IdentityDialog')

const LATER_MS = 2000

/** Renders everything: the loading bar, the page, the identity dialog and the toasts. */
export function RootView() {
  const isNavigating = useRouterState({ select: state => state.isLoading })
  const calls = useSyncExternalStore(callsInProgress.subscribe, callsInProgress.get)
  const question = useSyncExternalStore(identityQuestion.subscribe, identityQuestion.get)
  const showsToasts = useToasts()
  return (
    <>
      <SkipLink />
      <LoadingBar active={isNavigating || calls > 0} />
      <Outlet />
      {question && <IdentityDialog settle={question.settle} />}
      {showsToasts && <Toasts />}
    </>
  )
}

/** True from the first notice on, or once the page has been shown for a while. */
function useToasts(): boolean {
  const [wanted, setWanted] = useState(false)
  const notices = useSyncExternalStore(pendingNotices.subscribe, pendingNotices.get)
  if (notices.length > 0 && !wanted) setWanted(true)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return wanted
}
