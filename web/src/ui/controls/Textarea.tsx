import type { ComponentProps } from 'react'
import { controlClass } from './control-style.ts'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'
import { useTextLength } from './use-text-length.ts'

export type TextareaProps = ComponentProps<'textarea'> & {
  /** Shows "24 / 50"; needs maxLength. */
  counter?: boolean | undefined
  mono?: boolean | undefined
}

/** A multi-line text field that grows with its text where the browser supports it. */
export function Textarea({ counter, mono, className, onInput, ref, ...area }: TextareaProps) {
  const field = useFieldState(area.id)
  const { element, length, measure } = useTextLength(ref)
  const look = { invalid: field.invalid, disabled: area.disabled, readOnly: area.readOnly }
  return (
    <span className="block">
      <textarea
        rows={3}
        aria-invalid={field.invalid || undefined}
        aria-describedby={field.describedBy}
        {...area}
        ref={element}
        id={field.controlId}
        onInput={event => {
          measure()
          onInput?.(event)
        }}
        className={cx(
          controlClass(look),
          'h-auto! min-h-18 resize-y field-sizing-content py-2 leading-5',
          mono && 'font-mono text-12!',
          className,
        )}
      />
      {counter && area.maxLength !== undefined && (
        <span aria-hidden className="tnum mt-1 block text-end text-12 text-muted">
          <bdi dir="ltr">
            {length} / {area.maxLength}
          </bdi>
        </span>
      )}
    </span>
  )
}
