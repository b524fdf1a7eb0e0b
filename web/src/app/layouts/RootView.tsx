import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { identityQuestion } from '../../api/identity.ts'
import { callsUnderWay, unheard } from '../../api/signals.ts'
import { LoadingBar } from '../../ui/feedback/LoadingBar.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useLater } from '../loading/use-later.ts'
import { SkipLink } from '../SkipLink.tsx'

/** Not needed for the first sight of a page, so its code comes after it. */
const Toasts = lazyPart(() => import('../Toasts.tsx'), 'Toasts')

const IdentityDialog = lazyPart(() => import('../IdentityDialog.tsx'), 'IdentityDialog')

/** Around everything: the loading bar, the page, the question who it is, the toasts. */
export function RootView() {
  const isNavigating = useRouterState({ select: state => state.isLoading })
  const calls = useSyncExternalStore(callsUnderWay.subscribe, callsUnderWay.get)
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

/** True from the first notice on, or when the page has been there for a while. */
function useToasts(): boolean {
  const [wanted, setWanted] = useState(false)
  const isLater = useLater()
  const notices = useSyncExternalStore(unheard.subscribe, unheard.get)
  if (notices.length > 0 && !wanted) setWanted(true)
  return wanted || isLater
}
