import { Popover as Base } from '@base-ui/react/popover'
import { useState } from 'react'
import { cx } from './cx.ts'
import type { PopoverProps } from './Popover.tsx'

/** The working part of Popover, loaded when it is about to open. */
export function PopoverPopup(props: PopoverProps) {
  const { trigger, title, label, children, footer, align = 'start', bare, className } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const close = () => setOpen(false)
  const fill = (part: PopoverProps['children']) => (typeof part === 'function' ? part(close) : part)
  return (
    <Base.Root open={open} onOpenChange={next => setOpen(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-(--z-menu)">
          <Base.Popup
            aria-label={title ? undefined : label}
            className={cx('pop max-w-(--available-width) rounded-3 bg-raised shadow-2 outline-none', className)}
          >
            {title && <Base.Title className="px-3 pt-3 text-13 font-semibold">{title}</Base.Title>}
            <div className={cx('max-h-(--available-height) overflow-y-auto', !bare && 'p-3')}>{fill(children)}</div>
            {footer && (
              <div className="flex items-center justify-end gap-2 px-3 pb-3">
                {fill(footer as PopoverProps['children'])}
              </div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
