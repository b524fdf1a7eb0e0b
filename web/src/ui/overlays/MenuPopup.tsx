import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Link } from '../layout/Link.tsx'
import { groupLabelClass, itemClass, popupClass } from './popup-style.ts'

export type MenuAction = {
  label: string
  icon?: LucideIcon | undefined
  /** Muted, at the end, such as a shortcut or a count. */
  hint?: ReactNode
  danger?: boolean | undefined
  disabled?: boolean | undefined
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: (() => void) | undefined })

/** False: not offered to this reader. */
export type MenuItem = MenuAction | { separator: true } | { heading: string } | false

type MenuProps = {
  /** A Button, IconButton or ChipButton. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  /** Above the items, such as who is signed in. */
  header?: ReactNode
  className?: string
}

/** The menu itself; its code loads when it is about to open. */
export function MenuPopup({ trigger, items, align = 'start', header, className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-(--z-menu)">
          <Base.Popup className={cx(popupClass, 'max-w-80 min-w-44', className)}>
            {header}
            {items.map(
              (item, index) => item && <Row key={'label' in item ? item.label : `row-${index}`} item={item} />,
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Row({ item }: { item: Exclude<MenuItem, false> }) {
  if ('separator' in item) return <Base.Separator className="mx-1 my-1 h-px bg-line" />
  if ('heading' in item) return <div className={groupLabelClass}>{item.heading}</div>
  const className = cx(itemClass, item.danger && 'text-danger-ink!')
  const inside = (
    <>
      {item.icon && <Icon of={item.icon} size={14} className={item.danger ? undefined : 'text-muted'} />}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint !== undefined && <span className="tnum text-12 text-muted">{item.hint}</span>}
    </>
  )
  if (item.href !== undefined && !item.disabled) {
    return (
      <Base.LinkItem
        closeOnClick
        onClick={item.onSelect}
        className={className}
        render={<Link tone="plain" href={item.href} />}
      >
        {inside}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item disabled={item.disabled} onClick={item.onSelect} className={className}>
      {inside}
    </Base.Item>
  )
}
