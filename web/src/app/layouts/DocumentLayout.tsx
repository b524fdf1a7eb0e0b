import { Outlet } from '@tanstack/react-router'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { WithoutNavbar } from './WithoutNavbar.tsx'

/** Around documents that are printed: they have their full length, and paper shows nothing else. */
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
