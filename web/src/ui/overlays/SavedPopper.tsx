import { Suspense, useState, type ReactElement, type ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Popover } from './Popover.tsx'
import type { PopoverProps } from './PopoverPopup.tsx'
import { useUi } from '../UiProvider.tsx'

/** The unsaved draft of a value. It starts over whenever the saved value changes. */
export function useUnsaved<Value, Draft>(value: Value, start: (value: Value) => Draft) {
  // Compared by content, because callers may create the value anew at every render.
  const content = JSON.stringify(value)
  const [saved, setSaved] = useState(content)
  const [draft, setDraft] = useState(() => start(value))
  if (saved !== content) {
    setSaved(content)
    setDraft(start(value))
  }
  return { draft, setDraft, reset: () => setDraft(start(value)) }
}

export type SavedPopperProps = Pick<PopoverProps, 'align' | 'className'> & {
  /** The button that opens it, which shows the saved value. */
  trigger: ReactElement
  /** Accessible name of the popper. */
  label: string
  /** Whether there is something to save. */
  ready: boolean
  /** Resets the draft to the saved value. Called when the popper opens, and when it closes without saving. */
  reset: () => void
  onSave: () => void
  /** Called when it closes without saving. */
  onCancel?: () => void
  /** For a caller that also opens it by other means than its button. */
  open?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  /** Beside Cancel and Save: the unsaved choice in words. */
  note?: ReactNode
  aside?: (close: () => void) => ReactElement[]
  /** Shown while the content's code loads. */
  ghost?: ReactNode
  children: ReactNode
}

/** A choice that belongs to one control and takes effect only once it is saved. On a phone it is a sheet. */
export function SavedPopper(props: SavedPopperProps) {
  const { trigger, label, ready, reset, onSave, onCancel, note, aside, ghost, children, align, className } = props
  const { words } = useUi()
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const show = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const change = (next: boolean) => {
    show(next)
    reset()
    if (!next) onCancel?.()
  }
  const close = () => show(false)
  const shortcuts = aside?.(close) ?? []
  return (
    <Popover
      trigger={trigger}
      label={label}
      open={open}
      onOpenChange={change}
      sheet
      {...(align && { align })}
      {...(className && { className })}
      footer={
        <>
          {note !== undefined && (
            <p aria-live="polite" className="me-auto min-w-0 text-12 text-muted">
              {note}
            </p>
          )}
          <Button variant="ghost" size="sm" onClick={() => change(false)}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            size="sm"
            disabled={!ready}
            onClick={() => {
              onSave()
              close()
            }}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <div className="flex gap-3 max-sm:flex-col max-sm:items-center">
        {shortcuts.length > 0 && (
          <div className="flex flex-col border-e border-line pe-3 max-sm:self-stretch max-sm:border-e-0">
            {shortcuts}
          </div>
        )}
        <Suspense fallback={ghost}>{children}</Suspense>
      </div>
    </Popover>
  )
}
