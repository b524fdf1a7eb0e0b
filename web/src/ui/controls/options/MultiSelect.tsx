import { Combobox as Base } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ComboboxPopup, comboboxSearch, ComboboxTrigger, isEscape } from './ComboboxPopup.tsx'
import { bareInputClass, controlClass } from '../control-style.ts'
import { cx } from '../../cx.ts'
import { useFieldState } from '../field-context.ts'
import { Icon } from '../../layout/Icon.tsx'
import type { Option } from './option.ts'
import { useUi } from '../../UiProvider.tsx'

export type MultiSelectProps = {
  /** Undefined while the first answer is loading; undefined without `loading` if it failed. */
  options: readonly Option[] | undefined
  value: readonly Option[]
  onChange: (value: Option[]) => void
  /**
   * If set, the caller searches, usually on a server, and `options` is the result. Otherwise the list filters itself.
   */
  onQuery?: ((text: string) => void) | undefined
  loading?: boolean
  placeholder?: string
  emptyText?: ReactNode
  'aria-label'?: string
}

/** How many chips are shown before the rest becomes "4 more". */
const CHIPS_MAX = 6

/** Selects several options by typing. Each becomes a chip that Backspace or its button removes. */
export function MultiSelect(props: MultiSelectProps) {
  const { options, value, onChange, onQuery, loading, placeholder, emptyText } = props
  const field = useFieldState()
  const { words, locale } = useUi()
  const [all, setAll] = useState(false)
  const shown = all ? value : value.slice(0, CHIPS_MAX)
  const hidden = value.length - shown.length
  return (
    <Base.Root
      multiple
      {...comboboxSearch({ options, onQuery })}
      value={[...value]}
      onValueChange={(next, details) => (isEscape(details) ? details.cancel() : onChange(next))}
      locale={locale}
    >
      <Base.InputGroup
        className={cx(controlClass({ invalid: field.invalid }), 'h-auto! min-h-control py-[3px] ps-1! pe-1!')}
      >
        <Base.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          {shown.map(option => (
            <Base.Chip
              key={option.value}
              aria-label={option.label}
              className="flex h-6 items-center gap-1 rounded-1 bg-neutral-soft ps-1.5 text-12 text-ink data-highlighted:bg-pressed"
            >
              <bdi className="max-w-40 truncate">{option.label}</bdi>
              <Base.ChipRemove
                aria-label={words.remove(option.label)}
                className="grid size-6 place-items-center rounded-1 text-muted hover:text-ink"
              >
                <Icon of={X} size={12} />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          {hidden > 0 && (
            <button
              type="button"
              onClick={() => setAll(true)}
              className="h-6 rounded-1 bg-neutral-soft px-1.5 text-12 text-ink-2"
            >
              {words.more(hidden)}
            </button>
          )}
          <Base.Input
            id={field.controlId}
            placeholder={value.length === 0 ? (placeholder ?? words.choose) : ''}
            aria-label={props['aria-label']}
            aria-invalid={field.invalid || undefined}
            aria-describedby={field.describedBy}
            className={cx(bareInputClass, 'h-6! min-w-16 ps-1.5!')}
          />
        </Base.Chips>
        <ComboboxTrigger />
      </Base.InputGroup>
      <ComboboxPopup
        loading={loading ?? options === undefined}
        failed={loading === false && options === undefined}
        emptyText={emptyText}
        isChosen={option => value.some(one => one.value === option.value)}
      />
    </Base.Root>
  )
}
