import type { ReactNode } from 'react'

/** A small counter beside a tab or a title. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="tnum rounded-1 bg-neutral-soft px-[5px] text-11 font-medium text-ink-2">{children}</span>
}
