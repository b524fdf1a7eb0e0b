import { Outlet } from '@tanstack/react-router'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { WithoutNavbar } from './WithoutNavbar.tsx'

/** Frames documents that are printed: they keep their full length, and paper shows nothing else. */
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
