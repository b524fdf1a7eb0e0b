import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode, Ref } from 'react'
import { ComboboxPopup, comboboxSearch, ComboboxTrigger, isEscape } from './ComboboxPopup.tsx'
import { bareInputClass, controlClass } from '../control-style.ts'
import { cx } from '../../cx.ts'
import { useFieldState } from '../field-context.ts'
import { Icon } from '../../layout/Icon.tsx'
import type { Option } from './option.ts'
import { useUi } from '../../UiProvider.tsx'

export type ComboboxProps = {
  /** Undefined while the first answer is loading; undefined without `loading` if it failed. */
  options: readonly Option[] | undefined
  value: Option | null
  onChange: (value: Option | null) => void
  /**
   * If set, the caller searches, usually on a server, and `options` is the result. Otherwise the list filters itself.
   */
  onQuery?: ((text: string) => void) | undefined
  loading?: boolean
  placeholder?: string
  emptyText?: ReactNode
  disabled?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
  'aria-label'?: string
}

/** Selects one option from a long list by typing part of its label. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, onQuery, loading, placeholder, emptyText, disabled = false, ref } = props
  const field = useFieldState()
  const { words, locale } = useUi()
  return (
    <Base.Root
      {...comboboxSearch({ options, onQuery })}
      value={value}
      onValueChange={(next, details) => (isEscape(details) ? details.cancel() : onChange(next))}
      locale={locale}
      disabled={disabled}
    >
      <Base.InputGroup className={cx(controlClass({ invalid: field.invalid, disabled }), 'pe-1', props.className)}>
        {value?.icon && <Icon of={value.icon} size={14} className="text-muted" />}
        <Base.Input
          ref={ref}
          id={field.controlId}
          onBlur={props.onBlur}
          placeholder={placeholder ?? words.choose}
          aria-label={props['aria-label']}
          aria-invalid={field.invalid || undefined}
          aria-describedby={field.describedBy}
          className={bareInputClass}
        />
        <ComboboxTrigger />
      </Base.InputGroup>
      <ComboboxPopup
        loading={loading ?? options === undefined}
        failed={loading === false && options === undefined}
        emptyText={emptyText}
        isChosen={option => option.value === value?.value}
      />
    </Base.Root>
  )
}
