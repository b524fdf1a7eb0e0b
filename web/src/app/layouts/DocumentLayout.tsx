import { Outlet } from '@tanstack/react-router'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { WithoutNavbar } from './WithoutNavbar.tsx'

/** Around documents that are printed: as long as they are, and on paper nothing but they. */
export function DocumentLayout() {
  return (
    <WithoutNavbar>
      <div className="print:hidden">
        <SandboxWarning />
      </div>
      <Outlet />
    </WithoutNavbar>
  )
}
