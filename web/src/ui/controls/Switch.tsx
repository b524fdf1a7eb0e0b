import { Switch as Base } from '@base-ui/react/switch'
import { useId, type ReactNode } from 'react'

export type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  help: ReactNode
  disabled?: boolean | undefined
}

/** A setting that takes effect at once. Without `label` it needs an aria-label. */
export function Switch({ checked, onChange, label, help, disabled }: SwitchProps) {
  const id = useId()
  const helpId = useId()
  const knob = (
    <Base.Root
      id={id}
      checked={checked}
      onCheckedChange={next => onChange(next)}
      disabled={disabled}
      aria-describedby={help ? helpId : undefined}
      className={
        'mt-0.5 inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-line-control p-0.5 transition-colors ' +
        'duration-(--mo-fast) data-checked:bg-accent data-disabled:bg-line-strong'
      }
    >
      <Base.Thumb
        className={'size-3 rounded-full bg-inverse transition-[margin] duration-(--mo-fast) ease-out data-checked:ms-3'}
      />
    </Base.Root>
  )
  return (
    <div className="flex items-start gap-3">
      {knob}
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {help && (
          <p id={helpId} className="text-12 text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  )
}
