import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-1 border border-line bg-surface px-1 font-sans text-11 font-medium text-muted">
      {children}
    </kbd>
  )
}
