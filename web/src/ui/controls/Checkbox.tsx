import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { cx } from '../cx.ts'

export type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Some, but not all, of what it stands for is selected. */
  partly?: boolean
  /** Checked because another checkbox implies it. It looks softer, but assistive technology reports it as checked. */
  implied?: boolean
  label?: ReactNode
  help?: ReactNode
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  name?: string
  id?: string
  ref?: Ref<HTMLElement>
  tabIndex?: number
  'aria-label'?: string
  'aria-describedby'?: string
}

const look = (implied: boolean | undefined) =>
  cx(
    'grid size-4 shrink-0 place-items-center rounded-1 border border-line-control bg-surface text-inverse ' +
      'data-disabled:border-line-strong data-disabled:bg-sunken data-disabled:text-disabled',
    implied
      ? 'data-checked:border-accent-line data-checked:bg-accent-soft data-checked:text-accent-ink'
      : 'data-checked:not-data-disabled:border-accent data-checked:not-data-disabled:bg-accent ' +
          'data-indeterminate:not-data-disabled:border-accent data-indeterminate:not-data-disabled:bg-accent',
  )

/** A checkbox. Without `label` it needs an aria-label. */
export function Checkbox({ checked, onChange, partly = false, implied, label, help, ref, ...rest }: CheckboxProps) {
  const freshId = useId()
  const helpId = useId()
  const id = rest.id ?? freshId
  const box = (
    <Base.Root
      {...rest}
      id={id}
      ref={ref}
      checked={checked}
      indeterminate={partly}
      onCheckedChange={next => onChange(next)}
      aria-describedby={help ? helpId : rest['aria-describedby']}
      className={cx(look(implied), label !== undefined && 'mt-0.5')}
    >
      <Base.Indicator className="grid place-items-center">
        {partly ? <Minus aria-hidden size={12} strokeWidth={3} /> : <Check aria-hidden size={12} strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  )
  if (label === undefined) return box
  return (
    <div className="flex items-start gap-2">
      {box}
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {help && (
          <p id={helpId} className="text-12 text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  )
}

/** Draws a checkbox for legends; not interactive. */
export function CheckMark({ implied = false, locked = false }: { implied?: boolean; locked?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-3.5 place-items-center rounded-1 border',
        locked && 'border-line-strong bg-sunken',
        !locked &&
          (implied ? 'border-accent-line bg-accent-soft text-accent-ink' : 'border-accent bg-accent text-inverse'),
      )}
    >
      {!locked && <Check size={10} strokeWidth={3} />}
    </span>
  )
}
