import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type KeyboardEvent, useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'

export type RadioRow<Value extends string> = {
  value: Value
  title: ReactNode
  help?: ReactNode
  /** A control at the end of the row, such as a date button. Always shown, whether or not the row is selected. */
  control?: ReactNode
  disabled?: boolean | undefined
}

export type RadioRowsProps<Value extends string> = {
  rows: readonly RadioRow<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Called if a row is selected with the pointer, so that its control may open. Arrow keys only move between rows. */
  onPoint?: (value: Value) => void
  /** Names the group if it is not in a Field. */
  'aria-label'?: string
  disabled?: boolean
}

/** A choice with consequences: rows in one panel, with room for an explanation; the selected row is tinted. */
export function RadioRows<Value extends string>({
  rows,
  value,
  onChange,
  onPoint,
  disabled,
  ...names
}: RadioRowsProps<Value>) {
  const field = useFieldState()
  return (
    <RadioGroup
      value={value}
      onValueChange={next => onChange(next as Value)}
      disabled={disabled}
      aria-label={names['aria-label']}
      aria-labelledby={names['aria-label'] ? undefined : field.labelId}
      aria-describedby={field.describedBy}
      className={cx('overflow-clip rounded-3 border bg-surface', field.invalid ? 'border-danger' : 'border-line')}
    >
      {rows.map(row => (
        <Row
          key={row.value}
          row={row.disabled === undefined ? { ...row, disabled } : row}
          chosen={row.value === value}
          onPoint={disabled ? undefined : () => onPoint?.(row.value)}
        />
      ))}
    </RadioGroup>
  )
}

type RowProps = { row: RadioRow<string>; chosen: boolean; onPoint: (() => void) | undefined }

function Row({ row, chosen, onPoint }: RowProps) {
  const id = useId()
  const titleId = useId()
  const helpId = useId()
  return (
    <div
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0',
        chosen && 'bg-selected',
      )}
    >
      <div
        role="presentation"
        className="flex min-w-0 flex-1 basis-48 items-start gap-3"
        // `detail` is 0 for clicks from the keyboard and for those that a label forwards to its radio button.
        onClick={event => !row.disabled && event.detail > 0 && onPoint?.()}
      >
        <Radio.Root
          id={id}
          value={row.value}
          disabled={row.disabled}
          // Clicking anywhere on the text selects the row, but only the title is its accessible name.
          aria-labelledby={titleId}
          aria-describedby={row.help ? helpId : undefined}
          className={
            'mt-0.5 size-4 shrink-0 rounded-full border border-line-control bg-surface data-checked:border-5 ' +
            'data-checked:border-accent data-checked:bg-inverse data-disabled:border-line-strong data-disabled:bg-sunken'
          }
        />
        <label htmlFor={id} className={cx('min-w-0 flex-1', row.disabled && 'cursor-default! text-muted')}>
          <span id={titleId} className="block font-medium">
            {row.title}
          </span>
          {row.help && (
            <span id={helpId} className="block text-12 text-muted">
              {row.help}
            </span>
          )}
        </label>
      </div>
      {row.control && (
        <div role="presentation" className="flex shrink-0 items-center gap-2 max-sm:ps-7" onKeyDown={keepKeys}>
          {row.control}
        </div>
      )}
    </div>
  )
}

const MOVE_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** Keys pressed in a row's control, or in a popup that it opens, must not move the selection. */
function keepKeys(event: KeyboardEvent): void {
  if (MOVE_KEYS.has(event.key)) event.stopPropagation()
}
