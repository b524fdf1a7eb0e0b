import { Button } from '../controls/Button.tsx'
import type { DayRange } from './Calendar.tsx'
import { SavedPopper, type SavedPopperProps, useUnsaved } from '../overlays/SavedPopper.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useUi } from '../UiProvider.tsx'
import { lazyView } from '../lazy-view.tsx'

const Calendar = lazyView(async () => (await import('./Calendar.tsx')).Calendar)
const ghost = <Skeleton width="15.5rem" height="18.5rem" />

type Common = Pick<SavedPopperProps, 'trigger' | 'label' | 'onCancel' | 'open' | 'onOpenChange' | 'align'> & {
  today: string
  min?: string | undefined
  max?: string | undefined
}

export type DatePickerProps = Common & { value: string | null; onSave: (value: string) => void }

/** Selects one day, YYYY-MM-DD. Nothing changes until Save, which needs a day. */
export function DatePicker({ value, onSave, ...common }: DatePickerProps) {
  const { draft, setDraft, reset } = useUnsaved(value, day => day)
  return (
    <SavedPopper {...common} ready={draft !== null} reset={reset} onSave={() => draft && onSave(draft)} ghost={ghost}>
      <Calendar mode="single" value={draft} onChange={setDraft} {...dayWindow(common)} autoFocus />
    </SavedPopper>
  )
}

export type DatesPickerProps = Common & { value: readonly string[]; onSave: (value: string[]) => void }

/** Selects several days, sorted. Nothing changes until Save, which needs at least one day. */
export function DatesPicker({ value, onSave, ...common }: DatesPickerProps) {
  // Days that are disabled by now are dropped, because the reader could not remove them.
  const { draft, setDraft, reset } = useUnsaved(value, days => days.filter(day => isWithin(day, common)))
  const { words } = useUi()
  return (
    <SavedPopper
      {...common}
      ready={draft.length > 0}
      reset={reset}
      onSave={() => onSave([...draft])}
      // Counts all days, because those of other months are not visible.
      note={draft.length > 0 ? words.selected(draft.length) : ''}
      ghost={ghost}
    >
      <Calendar mode="multiple" value={draft} onChange={setDraft} {...dayWindow(common)} autoFocus />
    </SavedPopper>
  )
}

export type DateRangePickerProps = Common & {
  value: DayRange | null
  onSave: (value: DayRange) => void
  /** Presets such as "Last 30 days"; one click saves them. */
  shortcuts?: readonly { label: string; range: DayRange }[]
}

/** Selects a first and a last day, both inclusive. */
export function DateRangePicker({ value, onSave, shortcuts = [], ...common }: DateRangePickerProps) {
  const { draft, setDraft, reset } = useUnsaved(value, range => range)
  return (
    <SavedPopper
      {...common}
      ready={draft !== null}
      reset={reset}
      onSave={() => draft && onSave(draft)}
      ghost={ghost}
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
            {/* The same words stand in the middle of a line elsewhere. */}
            <span className="first-letter:uppercase">{label}</span>
          </Button>
        ))
      }
    >
      <Calendar mode="range" value={draft} onChange={setDraft} {...dayWindow(common)} />
    </SavedPopper>
  )
}

const dayWindow = ({ today, min, max }: Common) => ({ today, min, max })

function isWithin(day: string, { min = day, max = day }: Common): boolean {
  return min <= day && day <= max
}
