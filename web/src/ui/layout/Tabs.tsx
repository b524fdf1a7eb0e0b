import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { Count } from '../table/Count.tsx'
import { cx } from '../cx.ts'
import { Link } from './Link.tsx'

export type Tab<Value extends string = string> = {
  value: Value
  label: ReactNode
  count?: ReactNode
  /** A badge instead of a count. */
  badge?: ReactNode
}

// The smaller gap on a phone usually leaves the next tab partly visible, which shows that the bar scrolls.
const bar = 'scroll-x flex gap-5 border-b border-line max-sm:gap-4'
const tabClass =
  'relative -mb-px flex shrink-0 items-center gap-1.5 border-b-2 py-2 font-medium whitespace-nowrap outline-offset-[-2px] ' +
  'transition-colors duration-(--mo-fast)'
const on = 'border-accent text-ink'
const off = 'border-transparent text-muted hover:text-ink'

export type TabsProps<Value extends string> = {
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  label: string
  /** Content of the open tab. */
  children: ReactNode
  className?: string
}

/** Tabs within a page or dialog, with their panel. Arrow keys move, Enter or Space opens. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { tabs, value, onChange, label, children, className } = props
  return (
    <Base.Root value={value} onValueChange={next => onChange(next as Value)} className={className}>
      <Base.List aria-label={label} className={bar}>
        {tabs.map(tab => (
          <Base.Tab key={tab.value} value={tab.value} className={cx(tabClass, tab.value === value ? on : off)}>
            <Face tab={tab} />
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className="pt-4 outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}

export type TabLinksProps = {
  tabs: readonly (Tab & { href: string })[]
  /** Value of the tab in the address. */
  value: string
  label: string
}

/** Tabs whose state is in the address: each is a link that can be shared or opened in a new window. */
export function TabLinks({ tabs, value, label }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null)
  // If the tabs overflow, scrolls the open one into view. Runs again when counts arrive, because they widen the tabs.
  const counted = tabs.filter(({ count }) => count !== undefined).length
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value, counted])
  return (
    <nav ref={nav} aria-label={label} className={cx(bar, 'mb-4')}>
      {tabs.map(tab => (
        <Link
          key={tab.value}
          tone="plain"
          href={tab.href}
          aria-current={tab.value === value ? 'page' : undefined}
          className={cx(tabClass, tab.value === value ? on : off)}
        >
          <Face tab={tab} />
        </Link>
      ))}
    </nav>
  )
}

function Face({ tab }: { tab: Tab }) {
  return (
    <>
      {tab.label}
      {tab.count !== undefined && <Count>{tab.count}</Count>}
      {tab.badge}
    </>
  )
}
