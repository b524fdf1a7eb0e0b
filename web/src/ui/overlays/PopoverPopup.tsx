import { Popover as Base } from '@base-ui/react/popover'
import { useState, type ReactElement, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useIsPhone } from '../use-media-query.ts'

export type PopoverProps = {
  /** A Button, IconButton or ChipButton. */
  trigger: ReactElement
  title?: string | undefined
  /** Accessible name if no title is shown. */
  label?: string | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
  footer?: ReactNode | ((close: () => void) => ReactNode)
  open?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  /** Without the 12 px padding around the content. */
  bare?: boolean
  /** On a phone a sheet that slides up from the bottom, over a backdrop. */
  sheet?: boolean
  className?: string
}

/** The positioning library uses inline styles, which only `!important` overrides. */
const sheetPlace = 'max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!'
const sheetShape =
  'max-sm:w-full! max-sm:max-w-none! max-sm:max-h-[85dvh]! max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)]'

/** The popover itself; its code loads when it is about to open. */
export function PopoverPopup(props: PopoverProps) {
  const { trigger, title, label, children, footer, align = 'start', bare, sheet, className } = props
  const isSheet = useIsPhone() && sheet === true
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const close = () => setOpen(false)
  const fill = (part: PopoverProps['children']) => (typeof part === 'function' ? part(close) : part)
  return (
    <Base.Root open={open} onOpenChange={next => setOpen(next)} modal={isSheet}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {isSheet && <Base.Backdrop className="fixed inset-0 z-(--z-menu) bg-scrim" />}
        <Base.Positioner
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx('z-(--z-menu)', sheet && sheetPlace)}
        >
          <Base.Popup
            aria-label={title ? undefined : label}
            className={cx(
              'pop flex max-h-(--available-height) max-w-(--available-width) flex-col rounded-3 bg-raised shadow-2 outline-none',
              sheet && sheetShape,
              className,
            )}
          >
            {title && <Base.Title className="px-3 pt-3 text-13 font-semibold">{title}</Base.Title>}
            <div className={cx('min-h-0 overflow-y-auto', !bare && 'p-3')}>{fill(children)}</div>
            {footer && (
              <div className="flex shrink-0 items-center justify-end gap-2 px-3 pb-3">
                {fill(footer as PopoverProps['children'])}
              </div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
