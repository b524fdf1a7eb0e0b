import type { ReactNode } from 'react'

/** Two panels beside each other, one below the other where there is no room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:*:last:odd:col-span-2 *:min-w-0">{children}</div>
}
