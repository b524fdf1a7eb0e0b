import { Outlet } from '@tanstack/react-router'
import { useFlags, useSession } from '../../components/session/use-session.ts'
import { useLackedRight } from './ApplicationPages.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { MainFrame } from './MainLayout.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'

const Refused = lazyPart(() => import('./Refused.tsx'), 'Refused')
const WriteDialogs = lazyPart(() => import('../WriteDialogs.tsx'), 'WriteDialogs')

/** Around full-screen tools (template editor, wizards): the whole window, with the tool's own bar in place of the navbar. */
export function ToolLayout() {
  const user = useSession()
  const { pageError, forbidden, makerChecker } = useFlags()
  const lacked = useLackedRight()
  // A card in the tool's place needs the way out that the navbar is.
  if (pageError || lacked || user?.status === 'unverified') {
    return <MainFrame>{lacked && <Refused right={lacked} />}</MainFrame>
  }
  if (!user) return null
  return (
    <div className="flex h-dvh flex-col">
      <SandboxWarning />
      <div className="min-h-0 flex-1">
        <Outlet />
      </div>
      {(forbidden || makerChecker) && <WriteDialogs />}
    </div>
  )
}
