import type { LucideIcon } from 'lucide-react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Link } from '../layout/Link.tsx'

export type SegmentLinksProps = {
  segments: readonly { value: string; label: string; icon: LucideIcon; href: string }[]
  /** Value of the current page's segment. */
  value: string
  label: string
}

/** Two or three views of the same data, each with its own address. Only icons are shown where there is no room. */
export function SegmentLinks({ segments, value, label }: SegmentLinksProps) {
  return (
    <nav aria-label={label} className="inline-flex h-control gap-0.5 rounded-2 bg-neutral-soft p-0.5">
      {segments.map(segment => (
        <Link
          key={segment.value}
          tone="plain"
          href={segment.href}
          aria-label={segment.label}
          aria-current={segment.value === value ? 'page' : undefined}
          className={cx(
            'inline-flex h-full items-center gap-1.5 rounded-1 px-2.5 text-12 font-medium whitespace-nowrap',
            segment.value === value
              ? 'bg-seg-on text-ink shadow-[0_0_0_1px_var(--c-border),var(--sh-1)]'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          <Icon of={segment.icon} size={14} />
          <span className="max-sm:hidden">{segment.label}</span>
        </Link>
      ))}
    </nav>
  )
}
