import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { bareInputClass, controlClass, type ControlSize } from './control-style.ts'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'
import { Icon } from '../layout/Icon.tsx'
import { useTextLength } from './use-text-length.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'size' | 'prefix'> & {
  size?: ControlSize | undefined
  icon?: LucideIcon | undefined
  /** Inside the frame, before the text. */
  prefix?: ReactNode
  /** Inside the frame, after the text: a unit or a small button. */
  suffix?: ReactNode
  /** Shows "24 / 50"; needs maxLength. */
  counter?: boolean | undefined
  /** For ids, addresses and code. */
  mono?: boolean | undefined
  quiet?: boolean | undefined
}

/**
 * A single-line text field. It accepts every attribute of an input, so react-hook-form's register() can be spread onto
 * it.
 */
export function TextInput(props: TextInputProps) {
  const { size, icon, prefix, suffix, counter, mono, quiet, className, onInput, ref, ...input } = props
  const field = useFieldState(input.id)
  const { element, length, measure } = useTextLength(ref)
  const look = { size, quiet, invalid: field.invalid, disabled: input.disabled, readOnly: input.readOnly }
  return (
    <span className={cx(controlClass(look), className)}>
      {icon && <Icon of={icon} size={14} className="text-muted" />}
      {prefix}
      <input
        aria-invalid={field.invalid || undefined}
        aria-describedby={field.describedBy}
        {...input}
        ref={element}
        id={field.controlId}
        onInput={event => {
          measure()
          onInput?.(event)
        }}
        className={cx(bareInputClass, mono && 'font-mono text-12')}
      />
      {counter && input.maxLength !== undefined && (
        <span aria-hidden dir="ltr" className="tnum shrink-0 text-12 text-muted">
          {length} / {input.maxLength}
        </span>
      )}
      {suffix !== undefined && <span className="shrink-0 text-muted">{suffix}</span>}
    </span>
  )
}
