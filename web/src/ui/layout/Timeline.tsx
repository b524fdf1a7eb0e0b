import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from './Icon.tsx'

export type TimelineTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

export type TimelineEvent = {
  id: string
  icon: LucideIcon
  tone?: TimelineTone
  title: ReactNode
  /** Where the event came from, in muted text. */
  source?: ReactNode
  time: ReactNode
  /** More details below, such as a provider's response. */
  children?: ReactNode
}

const tones: Record<TimelineTone, string> = {
  neutral: 'bg-neutral-soft text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

/** Events in order, one per line. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  return (
    <ol aria-label={label}>
      {events.map(event => (
        <li
          key={event.id}
          className={
            'relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 ' +
            'not-last:before:absolute not-last:before:start-[9.5px] not-last:before:top-5 not-last:before:bottom-0 ' +
            'not-last:before:w-px not-last:before:bg-line-strong'
          }
        >
          <span className={cx('grid size-5 place-items-center rounded-full', tones[event.tone ?? 'neutral'])}>
            <Icon of={event.icon} size={12} />
          </span>
          <div className="min-w-0">
            <p className="font-medium">{event.title}</p>
            {event.source && <p className="text-12 text-muted">{event.source}</p>}
          </div>
          <span className="tnum text-12 leading-5 text-muted">{event.time}</span>
          {event.children && <div className="col-[2/-1] mt-1.5 min-w-0">{event.children}</div>}
        </li>
      ))}
    </ol>
  )
}
