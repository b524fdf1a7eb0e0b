import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from './Icon.tsx'

export type DisclosureProps = {
  title: ReactNode
  children: ReactNode
  defaultOpen?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Renders a line of text instead of a panel. */
  inline?: boolean
}

/** Content that is collapsed by default: a panel such as "Advanced", or a line such as "8 fields stay". */
export function Disclosure({ title, children, inline, defaultOpen = false, open, onOpenChange }: DisclosureProps) {
  return (
    <Collapsible.Root
      defaultOpen={defaultOpen}
      {...(open === undefined ? {} : { open })}
      onOpenChange={next => onOpenChange?.(next)}
      className={inline ? undefined : 'overflow-clip rounded-3 border border-line bg-surface'}
    >
      <Collapsible.Trigger
        className={cx(
          'group flex w-full items-center gap-2 text-start outline-offset-[-2px]',
          inline ? 'py-1 text-12 text-muted hover:text-ink' : 'min-h-11 px-4 py-2 text-14 font-semibold hover:bg-hover',
        )}
      >
        {inline && <Icon of={ChevronRight} size={12} flip className="group-data-panel-open:hidden" />}
        {inline && <Icon of={ChevronDown} size={12} className="hidden group-data-panel-open:block" />}
        <span className="min-w-0 flex-1">{title}</span>
        {!inline && (
          <Icon
            of={ChevronDown}
            className="text-muted transition-transform duration-(--mo-base) group-data-panel-open:rotate-180"
          />
        )}
      </Collapsible.Trigger>
      <Collapsible.Panel className={inline ? 'ps-5' : 'border-t border-line'}>{children}</Collapsible.Panel>
    </Collapsible.Root>
  )
}
