import { Outlet } from '@tanstack/react-router'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { WithoutNavbar } from './WithoutNavbar.tsx'

/** Frames full-screen tools (template editor, wizards): the whole window, with the tool's own bar instead of the navbar. */
export function ToolLayout() {
  return (
    <WithoutNavbar>
      <div className="flex h-dvh flex-col">
        <SandboxWarning />
        <div className="min-h-0 flex-1">
          <Outlet />
        </div>
      </div>
    </WithoutNavbar>
  )
}
