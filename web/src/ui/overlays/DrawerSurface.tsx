import { Dialog as Base } from '@base-ui/react/dialog'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { useUi } from '../UiProvider.tsx'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Second line of the header, muted. */
  subtitle?: ReactNode
  /** Before the title, such as an avatar. */
  mark?: ReactNode
  /** Below the title, such as a badge and its reason. */
  status?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Set if there is a previous or next row. Also triggered by the up and down arrow keys. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

const editable = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="tablist"]'

/** The drawer itself; its code loads when the first drawer opens. */
export function DrawerSurface(props: DrawerProps) {
  const { open, onOpenChange, title, subtitle, mark, status, children, footer, onPrevious, onNext } = props
  const { words } = useUi()
  const step = (event: KeyboardEvent) => {
    if ((event.target as Element).closest(editable)) return
    const move = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
  const stepping = onPrevious !== undefined || onNext !== undefined
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)} modal={false} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup
          onKeyDown={step}
          className={
            'fixed inset-y-0 end-0 z-(--z-drawer) flex w-(--w-drawer) max-w-full flex-col bg-raised shadow-3 outline-none ' +
            'transition-[opacity,transform] duration-(--mo-slow) ease-out data-ending-style:opacity-0 ' +
            'data-ending-style:duration-(--mo-base) data-starting-style:translate-x-4 data-starting-style:opacity-0 ' +
            'max-sm:w-dvw rtl:data-starting-style:-translate-x-4'
          }
        >
          <div className="shrink-0 border-b border-line px-5 py-4">
            <div className="flex items-start gap-3">
              {mark}
              <div className="min-w-0 flex-1">
                <Base.Title className="truncate text-16 font-semibold tracking-(--ls-tight)">{title}</Base.Title>
                {subtitle && <Base.Description className="wrap-anywhere text-muted">{subtitle}</Base.Description>}
              </div>
              <div className="-me-1.5 flex gap-2">
                {stepping && (
                  <>
                    <IconButton
                      icon={ChevronUp}
                      label={words.previous}
                      size="sm"
                      disabled={!onPrevious}
                      onClick={onPrevious}
                    />
                    <IconButton icon={ChevronDown} label={words.next} size="sm" disabled={!onNext} onClick={onNext} />
                  </>
                )}
                <Base.Close render={<IconButton icon={X} label={words.close} size="sm" tooltip={false} />} />
              </div>
            </div>
            {status && <div className="mt-3 flex flex-wrap items-center gap-2 text-12 text-ink-2">{status}</div>}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <div data-foot className="flex shrink-0 gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
