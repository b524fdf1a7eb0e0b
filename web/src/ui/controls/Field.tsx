import { CircleAlert } from 'lucide-react'
import { useId, useMemo, type ReactNode } from 'react'
import { FieldContext } from './field-context.ts'
import { Icon } from '../layout/Icon.tsx'
import { useUi } from '../UiProvider.tsx'

export type FieldProps = {
  label: ReactNode
  /** Shown below the control if there is no error. */
  help?: ReactNode
  error?: ReactNode
  /** True for the default word, or a text such as "optional, shown to Dev". */
  optional?: boolean | ReactNode
  /** At the end of the label line: a link such as "Forgot password?". */
  end?: ReactNode
  hideLabel?: boolean
  children: ReactNode
  className?: string
}

/** Label, control, and help or error. The control inside gets its name and state from context. */
export function Field({ label, help, error, optional, end, hideLabel, children, className }: FieldProps) {
  const id = useId()
  const { words } = useUi()
  const hasError = Boolean(error)
  const hasNote = hasError || Boolean(help)
  const field = useMemo(
    () => ({
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy: hasNote ? `${id}-note` : undefined,
      invalid: hasError,
    }),
    [id, hasNote, hasError],
  )
  return (
    <FieldContext value={field}>
      <div className={`flex min-w-0 flex-col gap-1.5 ${className ?? ''}`}>
        <div className={hideLabel ? 'sr-only' : 'flex justify-between gap-2 max-sm:items-center'}>
          <label
            id={field.labelId}
            htmlFor={field.controlId}
            className="flex items-baseline gap-1.5 font-medium wrap-anywhere"
          >
            {label}
            {optional && (
              <span className="font-regular text-muted">{optional === true ? words.optional : optional}</span>
            )}
          </label>
          {/* A button here is taller than the line and must not push the control below its neighbours. On a phone no
              fields are side by side. */}
          {end && <span className="flex shrink-0 items-center text-12 sm:h-5 sm:self-start">{end}</span>}
        </div>
        {children}
        <div id={`${id}-note`} aria-live="polite" className="text-12 empty:hidden">
          {hasError ? <FieldError>{error}</FieldError> : help && <p className="text-muted">{help}</p>}
        </div>
      </div>
    </FieldContext>
  )
}

/** An error message with its icon. Used on its own only where there is no Field, as in a grid. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1 text-12 text-danger-ink">
      <Icon of={CircleAlert} size={12} className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}
