import { Outlet } from '@tanstack/react-router'
import { useSession } from '../../components/session/use-session.ts'
import { MainFrame } from './MainLayout.tsx'
import { OpenFrame } from './OpenFrame.tsx'

/** Around about, legal pages and the changelog. People who have not confirmed their email yet may read them too. */
export function ReadingLayout() {
  const Frame = useSession()?.status === 'active' ? MainFrame : OpenFrame
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
