import { Outlet } from '@tanstack/react-router'
import { useSession } from '../../components/session/use-session.ts'
import { MainFrame } from './MainLayout.tsx'
import { OpenFrame } from './OpenFrame.tsx'

/** Frames about, legal pages and the changelog, also for people who have not confirmed their email yet. */
export function ReadingLayout() {
  const Frame = useSession()?.status === 'active' ? MainFrame : OpenFrame
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
