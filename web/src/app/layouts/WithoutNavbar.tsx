import type { ReactNode } from 'react'
import { useFlags, useSession } from '../../components/session/use-session.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMissingPageRight } from './ApplicationPages.tsx'
import { MainFrame } from './MainLayout.tsx'

const Refused = lazyPart(() => import('./Refused.tsx'), 'Refused')
const WriteDialogs = lazyPart(() => import('../WriteDialogs.tsx'), 'WriteDialogs')

/** A page with a bar of its own. If an error or another card replaces the page, the navbar is shown for its links. */
export function WithoutNavbar({ children }: { children: ReactNode }) {
  const user = useSession()
  const { pageError, forbidden, makerChecker } = useFlags()
  const lacked = useMissingPageRight()
  if (pageError || lacked || user?.status === 'unverified') {
    return <MainFrame>{lacked && <Refused right={lacked} />}</MainFrame>
  }
  if (!user) return null
  return (
    <>
      {children}
      {(forbidden || makerChecker) && <WriteDialogs />}
    </>
  )
}
