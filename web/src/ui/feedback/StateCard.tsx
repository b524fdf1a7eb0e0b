import { CalendarSearch, CloudOff, Hourglass, Inbox, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '../layout/CodeBlock.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'

export type StateKind = 'empty' | 'error' | 'forbidden' | 'pending' | 'no-data'

const icons: Record<StateKind, LucideIcon> = {
  empty: Inbox,
  error: CloudOff,
  forbidden: Lock,
  pending: Hourglass,
  'no-data': CalendarSearch,
}

const inks: Partial<Record<StateKind, string>> = { error: 'text-danger-ink', pending: 'text-warning-ink' }

export type StateCardProps = {
  kind: StateKind
  icon?: LucideIcon
  /** What to do, or what happened. */
  title: ReactNode
  children?: ReactNode
  /** One button, and at most one secondary button beside it. */
  actions?: ReactNode
  /** Details for support that can be copied: the call, its status, the request id. */
  details?: string | undefined
  /** With a frame of its own; off inside a panel. */
  framed?: boolean
  /** `h1` if it is the page's only content. */
  heading?: 'h1' | 'h2'
}

/** Replaces missing content, in the same frame: says why it is missing and what to do. */
export function StateCard({
  kind,
  icon,
  title,
  children,
  actions,
  details,
  framed,
  heading: Heading = 'h2',
}: StateCardProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={cx(
        'grid min-h-76 grid-cols-[minmax(0,1fr)] place-items-center p-5',
        framed && 'rounded-3 border border-line bg-surface',
      )}
    >
      <div className="flex w-100 max-w-full flex-col items-start gap-3">
        <span
          className={cx(
            'grid size-9 place-items-center rounded-3 border border-line bg-surface shadow-1',
            inks[kind] ?? 'text-ink-2',
          )}
        >
          <Icon of={icon ?? icons[kind]} size={20} />
        </span>
        <div className="flex flex-col gap-1 text-balance">
          <Heading className="text-14 font-semibold">{title}</Heading>
          {children && <div className="text-ink-2">{children}</div>}
        </div>
        {actions && <div className="mt-1 flex flex-wrap items-center gap-2">{actions}</div>}
        {details && <CodeBlock code={details} copy />}
      </div>
    </div>
  )
}
