import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type AccordionItem = { id: string; title: ReactNode; meta?: ReactNode; content: ReactNode }

export type AccordionProps = {
  items: readonly AccordionItem[]
  defaultOpen: readonly string[]
}

/** Parts of one panel of which the reader opens what is needed. Arrow keys move between the heads. */
export function Accordion({ items, defaultOpen }: AccordionProps) {
  return (
    <Base.Root defaultValue={[...defaultOpen]} className="overflow-clip rounded-3 border border-line bg-surface">
      {items.map(item => (
        <Base.Item key={item.id} value={item.id} className="not-first:border-t not-first:border-line">
          <Base.Header>
            <Base.Trigger className="group flex min-h-11 w-full items-center gap-2 px-4 py-2 text-start font-medium outline-offset-[-2px] hover:bg-hover">
              <span className="min-w-0 flex-1">{item.title}</span>
              {item.meta && <span className="text-12 text-muted">{item.meta}</span>}
              <Icon
                of={ChevronDown}
                className="text-muted transition-transform duration-(--mo-base) group-data-panel-open:rotate-180"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="border-t border-line p-4">{item.content}</Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  )
}
