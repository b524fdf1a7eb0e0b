import type { ReactNode } from 'react'

/** One group of the component page. */
export function Show({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 first:mt-0">
      <h2 className="mb-2 text-14 font-semibold tracking-(--ls-tight)">{title}</h2>
      <div className="flex flex-col gap-4 rounded-3 border border-line bg-surface p-4">{children}</div>
    </section>
  )
}

/** A line of specimens with its name. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <span className="text-12 font-medium text-muted">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
