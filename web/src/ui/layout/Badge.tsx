import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { LiveDot } from '../feedback/LiveDot.tsx'

export type BadgeType =
  | 'transparent-full'
  | 'light-green'
  | 'mellow'
  | 'lime-green'
  | 'secondary'
  | 'light-blue'
  | 'danger'
  | 'spanish-green'
  | 'pink-lotus'

const types: Record<BadgeType, string> = {
  'transparent-full': 'text-ink-2 shadow-[inset_0_0_0_1px_var(--c-border-strong)]',
  'light-green': 'bg-success-soft text-success-ink',
  'lime-green': 'bg-success-soft text-success-ink',
  'spanish-green': 'bg-success-line text-success-ink',
  mellow: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  'light-blue': 'bg-info-soft text-info-ink',
  'pink-lotus': 'bg-lotus-soft text-lotus-ink',
  secondary: 'bg-neutral-soft text-ink-2',
}

export type BadgeProps = {
  type?: BadgeType
  icon?: LucideIcon | undefined
  /** Shows a pulsing dot: it is happening now. */
  live?: boolean
  children: ReactNode
}

/** A status in one or two words. Its reason goes beside the badge, never inside. */
export function Badge({ type = 'secondary', icon: Glyph, live, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-60 shrink-0 items-center gap-[5px] rounded-1 px-1.5 text-12 font-medium whitespace-nowrap',
        types[type],
      )}
    >
      {live && <LiveDot />}
      {Glyph && <Glyph aria-hidden size={12} strokeWidth={2.25} className="shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
