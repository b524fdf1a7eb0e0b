import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import {
  type FormEventHandler,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useUi } from '../UiProvider.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'

export type DialogSize = 'md' | 'lg' | 'xl'

export type DialogProps = {
  /** True by default: the dialog is open while it is mounted. */
  open?: boolean
  /** Called with false by Esc, the close button, or a click outside. A caller with unsaved changes may keep it open. */
  onOpenChange: (open: boolean) => void
  /** A verb and its object, such as "Approve request". */
  title: ReactNode
  description?: ReactNode
  /** Width: 560, 760 or 1040 px. */
  size?: DialogSize
  children: ReactNode
  /** At the start of the footer: a secondary or destructive action. */
  footerStart?: ReactNode
  /** At the end of the footer: Cancel, then the one primary button. */
  footer?: ReactNode
  /** Makes the dialog a form, so that Enter submits from any field. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
  /** Lets a click on the backdrop close the dialog. Leave it off if the reader may have typed something. */
  closeOnScrim?: boolean
  /** By default the first field of a form, else the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  /**
   * Gets the focus after closing, or the first control in it, if the element that opened the dialog no longer exists.
   */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** Without padding around the content. */
  bare?: boolean
  /** On a phone a sheet at the bottom, as high as its content, in place of the whole screen. */
  sheet?: boolean
}

const widths: Record<DialogSize, string> = { md: 'sm:w-140', lg: 'sm:w-190', xl: 'sm:w-260' }

const popup =
  'pop flex flex-col overflow-clip bg-raised outline-none max-sm:w-dvw ' +
  'sm:max-h-[calc(100dvh-6rem)] sm:max-w-[calc(100vw-2rem)] sm:rounded-4 sm:shadow-3'
const onPhones = { screen: 'max-sm:h-dvh', sheet: 'max-sm:max-h-dvh max-sm:self-end max-sm:rounded-t-4' }

/** Fields that the Tab key reaches; file choosers open a window of their own. */
const FIELD =
  ':is(input:not([type="file"]), textarea, [role="combobox"], [role="radio"]):not([tabindex="-1"], :disabled)'

/** The dialog itself; its code loads when the first dialog opens. */
export function DialogSurface(props: DialogProps) {
  const { open = true, onOpenChange, title, description, size = 'md', children, footerStart, footer, bare } = props
  const { words } = useUi()
  const isCovered = useIsCovered(open)
  const content = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const opener = useOpener(open)
  const returnFocus = () => {
    const focused = document.activeElement
    // What took the focus after closing keeps it. An entry of a menu is gone by now; the library knows the menu's button.
    if (focused !== document.body && !surface.current?.contains(focused)) return false
    return opener?.isConnected && opener !== document.body ? opener : true
  }
  const findFirstField = () => content.current?.querySelector<HTMLElement>(FIELD) ?? true
  const change = (next: boolean) => {
    // Esc reaches every open dialog, but only the visible one may close.
    if (!isCovered) onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={!props.closeOnScrim}>
      <Base.Portal>
        <Base.Backdrop
          forceRender // a nested dialog gets a backdrop too, and the covered one's is hidden
          className={cx(
            'fixed inset-0 z-(--z-dialog) bg-scrim transition-opacity duration-(--mo-base) data-ending-style:opacity-0 data-starting-style:opacity-0',
            isCovered && 'invisible',
          )}
        />
        <Base.Viewport
          className={cx(
            'fixed inset-0 z-(--z-dialog) grid place-items-start justify-center overflow-y-auto sm:pt-16',
            isCovered && 'invisible opacity-0', // content may set its own visibility, as a prompt's preview does
          )}
        >
          <Base.Popup
            ref={surface}
            className={cx(popup, widths[size], onPhones[props.sheet ? 'sheet' : 'screen'])}
            initialFocus={props.initialFocus ?? (props.onSubmit ? findFirstField : undefined)}
            finalFocus={props.finalFocus ?? returnFocus}
          >
            <Surface onSubmit={props.onSubmit}>
              <div className="flex shrink-0 items-start gap-3 px-5 pt-4 pb-3">
                <div className="min-w-0 flex-1">
                  <Base.Title className="text-16 font-semibold tracking-(--ls-tight)">{title}</Base.Title>
                  {description && <Base.Description className="text-muted">{description}</Base.Description>}
                </div>
                <Base.Close
                  render={<IconButton icon={X} label={words.close} size="sm" tooltip={false} className="-me-1.5" />}
                />
              </div>
              <div ref={content} className={cx('min-h-0 flex-1 overflow-y-auto', !bare && 'px-5 pt-1 pb-5')}>
                {children}
              </div>
              {(footer || footerStart) && (
                <div
                  data-foot
                  className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-sunken px-5 py-3"
                >
                  {footerStart}
                  <div className="ms-auto flex flex-wrap items-center gap-2">{footer}</div>
                </div>
              )}
            </Surface>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Surface({ onSubmit, children }: { onSubmit: DialogProps['onSubmit']; children: ReactNode }) {
  const className = 'flex min-h-0 flex-1 flex-col'
  if (!onSubmit) return <div className={className}>{children}</div>
  return (
    <form noValidate onSubmit={onSubmit} className={className}>
      {children}
    </form>
  )
}

/** What had the focus when the dialog opened, read before a field with `autoFocus` takes it. */
function useOpener(isOpen: boolean): HTMLElement | undefined {
  const [last, setLast] = useState<{ isOpen: boolean; element?: HTMLElement }>({ isOpen: false })
  if (last.isOpen !== isOpen) {
    const focused = document.activeElement
    setLast(isOpen && focused instanceof HTMLElement ? { isOpen, element: focused } : { ...last, isOpen })
  }
  return last.element
}

/** Open dialogs, the newest last. Only the newest one is visible; closing it reveals the previous one. */
let stack: readonly symbol[] = []
const listeners = new Set<() => void>()

/** Whether a newer dialog covers this one. A covered dialog stays mounted but hidden, and keeps its state. */
function useIsCovered(isOpen: boolean): boolean {
  const [self] = useState(() => Symbol('dialog'))
  useLayoutEffect(() => {
    if (!isOpen) return
    change([...stack, self])
    return () => change(stack.filter(each => each !== self))
  }, [isOpen, self])
  return useSyncExternalStore(subscribe, () => stack.includes(self) && stack.at(-1) !== self)
}

function change(next: readonly symbol[]): void {
  stack = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
