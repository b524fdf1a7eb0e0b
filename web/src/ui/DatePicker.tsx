import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Button } from './Button.tsx'
import type { DayRange } from './Calendar.tsx'
import { Popover } from './Popover.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useUi } from './UiProvider.tsx'

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))

type Common = {
  /** The button that opens the calendar; it shows the saved value in its own words. */
  trigger: ReactElement
  /** Read aloud as the name of the popper. */
  label: string
  today: string
  min?: string | undefined
  max?: string | undefined
  /** Called when the popper closes without saving. */
  onCancel?: () => void
}

export type DatePickerProps = Common & { value: string | null; onSave: (value: string) => void }

/** Chooses one day, YYYY-MM-DD. Nothing changes before Save, and Save waits for a day. */
export function DatePicker({ value, onSave, ...common }: DatePickerProps) {
  const [draft, setDraft] = useState(value)
  return (
    <SavedPopper
      {...common}
      ready={draft !== null}
      onOpen={() => setDraft(value)}
      onSave={() => draft && onSave(draft)}
    >
      <Calendar mode="single" value={draft} onChange={setDraft} {...dayWindow(common)} autoFocus />
    </SavedPopper>
  )
}

export type DatesPickerProps = Common & { value: readonly string[]; onSave: (value: string[]) => void }

/** Chooses several days, in order. Nothing changes before Save, and Save waits for at least one day. */
export function DatesPicker({ value, onSave, ...common }: DatesPickerProps) {
  const [draft, setDraft] = useState<readonly string[]>(value)
  return (
    <SavedPopper {...common} ready={draft.length > 0} onOpen={() => setDraft(value)} onSave={() => onSave([...draft])}>
      <Calendar mode="multiple" value={draft} onChange={setDraft} {...dayWindow(common)} autoFocus />
    </SavedPopper>
  )
}

export type DateRangePickerProps = Common & {
  value: DayRange | null
  onSave: (value: DayRange) => void
  /** Ready-made ranges such as "Last 30 days"; one click saves them. */
  shortcuts?: readonly { label: string; range: DayRange }[]
}

/** Chooses a first and a last day, both included. */
export function DateRangePicker({ value, onSave, shortcuts = [], ...common }: DateRangePickerProps) {
  const [draft, setDraft] = useState(value)
  return (
    <SavedPopper
      {...common}
      ready={draft !== null}
      onOpen={() => setDraft(value)}
      onSave={() => draft && onSave(draft)}
      aside={close =>
        shortcuts.map(({ label, range }) => (
          <Button
            key={label}
            variant="ghost"
            size="sm"
            className="justify-start!"
            onClick={() => {
              onSave(range)
              close()
            }}
          >
            {label}
          </Button>
        ))
      }
    >
      <Calendar mode="range" value={draft} onChange={setDraft} {...dayWindow(common)} />
    </SavedPopper>
  )
}

const dayWindow = ({ today, min, max }: Common) => ({ today, min, max })

type SavedPopperProps = Common & {
  ready: boolean
  onOpen: () => void
  onSave: () => void
  aside?: (close: () => void) => ReactElement[]
  children: ReactElement
}

function SavedPopper({ trigger, label, ready, onOpen, onSave, onCancel, aside, children }: SavedPopperProps) {
  const { words } = useUi()
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) onOpen()
    else onCancel?.()
  }
  const close = () => setOpen(false)
  const shortcuts = aside?.(close) ?? []
  return (
    <Popover
      trigger={trigger}
      label={label}
      open={open}
      onOpenChange={change}
      footer={
        <>
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
      <div className="flex gap-3 max-sm:flex-col">
        {shortcuts.length > 0 && (
          <div className="flex flex-col border-e border-line pe-3 max-sm:border-e-0">{shortcuts}</div>
        )}
        <Suspense fallback={<Skeleton width="15.5rem" height="18.5rem" />}>{children}</Suspense>
      </div>
    </Popover>
  )
}
