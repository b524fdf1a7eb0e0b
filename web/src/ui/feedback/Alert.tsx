import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { alertIcons, type Tone } from '../layout/tone.ts'

export type AlertProps = {
  /** Without a tone the alert is a neutral note. */
  tone?: Tone
  icon?: LucideIcon
  /** What happened, in bold. */
  title?: ReactNode
  /** What it means and what to do. */
  children?: ReactNode
  /** At the end, such as a link or a small button. */
  action?: ReactNode
  /** Announced at once. For alerts that appear after an action of the reader. */
  live?: boolean
  className?: string
}

const looks: Record<Tone | 'note', string> = {
  note: 'border-line bg-surface text-ink-2',
  info: 'border-info-line bg-info-soft text-info-ink',
  success: 'border-success-line bg-success-soft text-success-ink',
  warning: 'border-warning-line bg-warning-soft text-warning-ink',
  danger: 'border-danger-line bg-danger-soft text-danger-ink',
}

/** A message that stays in the page until its cause is gone: a note, a warning, or a banner above a list. */
export function Alert({ tone, icon, title, children, action, live, className }: AlertProps) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className={cx(
        'flex items-baseline gap-x-2.5 gap-y-2 rounded-2 border px-3 py-2',
        // On a phone the action wraps, so that the text has enough room.
        Boolean(action) && 'max-sm:flex-wrap',
        looks[tone ?? 'note'],
        className,
      )}
    >
      <div className="relative min-w-0 flex-1 ps-6.5">
        <Icon of={icon ?? alertIcons[tone ?? 'info']} className="absolute start-0 top-0.5" />
        {title && <b className="font-semibold">{title}</b>} {children}
      </div>
      {action && (
        <div className="shrink-0 max-sm:basis-full max-sm:ps-6.5 [&_a]:font-semibold [&_a]:text-inherit">{action}</div>
      )}
    </div>
  )
}
