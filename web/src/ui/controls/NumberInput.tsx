import { NumberField } from '@base-ui/react/number-field'
import type { ReactNode } from 'react'
import { bareInputClass, controlClass } from './control-style.ts'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'
import { useUi } from '../UiProvider.tsx'

export type NumberInputProps = {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: (() => void) | undefined
  min?: number
  max?: number
  /** Unit inside the frame, such as "px". */
  suffix?: ReactNode
  format?: Intl.NumberFormatOptions
  placeholder?: string
  disabled?: boolean | undefined
  /** Keeps a typed number that is outside `min` and `max`, for a field that shows an error instead of correcting it. */
  allowOutOfRange?: boolean
  align?: 'start' | 'center' | 'end'
  className?: string
  'aria-label'?: string
}

const aligned = { start: 'text-start', center: 'text-center', end: 'text-end' }

/** A number in the reader's notation. Arrow keys step by one, with Shift by ten. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, onBlur, suffix, align = 'start', placeholder, className, ...rest } = props
  const { 'aria-label': ariaLabel, ...root } = rest
  const { locale } = useUi()
  const field = useFieldState()
  return (
    <NumberField.Root
      {...root}
      id={field.controlId}
      value={value}
      locale={locale}
      onValueChange={next => onChange(next)}
      className={cx('min-w-0', className)}
    >
      <NumberField.Group className={controlClass({ invalid: field.invalid, disabled: rest.disabled })}>
        <NumberField.Input
          placeholder={placeholder}
          onBlur={onBlur}
          aria-label={ariaLabel}
          aria-invalid={field.invalid || undefined}
          aria-describedby={field.describedBy}
          className={cx(bareInputClass, 'tnum w-full', aligned[align])}
        />
        {suffix !== undefined && <span className="shrink-0 text-muted">{suffix}</span>}
      </NumberField.Group>
    </NumberField.Root>
  )
}
