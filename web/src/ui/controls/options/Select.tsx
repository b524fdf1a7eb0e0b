import { Select as Base } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { controlClass } from '../control-style.ts'
import { cx } from '../../cx.ts'
import { useFieldState } from '../field-context.ts'
import { Icon } from '../../layout/Icon.tsx'
import { groupOptions, type Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'
import { groupLabelClass, itemClass, listPopupClass } from '../../overlays/popup-style.ts'
import { useUi } from '../../UiProvider.tsx'

export type SelectProps = {
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  ref?: Ref<HTMLButtonElement>
  onBlur?: () => void
  'aria-label'?: string
}

/** Selects one option from a short list; typing jumps to an option. Use a Combobox for more than about 12 options. */
export function Select(props: SelectProps) {
  const { options, value, onChange, placeholder, disabled = false, className, ref, onBlur } = props
  const field = useFieldState()
  const { words } = useUi()
  const chosen = options.find(option => option.value === value)
  return (
    <Base.Root
      items={[...options]}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={next => next !== null && onChange(next)}
    >
      <Base.Trigger
        ref={ref}
        id={field.controlId}
        onBlur={onBlur}
        aria-label={props['aria-label']}
        aria-invalid={field.invalid || undefined}
        aria-describedby={field.describedBy}
        className={cx(controlClass({ invalid: field.invalid, disabled }), className)}
      >
        {chosen?.icon && <Icon of={chosen.icon} size={14} className="text-muted" />}
        <Base.Value
          className="min-w-0 flex-1 truncate data-placeholder:text-muted"
          placeholder={placeholder ?? words.choose}
        />
        <Icon of={ChevronDown} size={14} className="text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} align="start" sideOffset={4} className="z-(--z-menu)">
          <Base.Popup className={listPopupClass}>
            {groupOptions(options).map(group => (
              <Base.Group key={group.label}>
                {group.label && <Base.GroupLabel className={groupLabelClass}>{group.label}</Base.GroupLabel>}
                {group.items.map(option => (
                  <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={itemClass}>
                    <OptionRow option={option} chosen={option.value === value} />
                  </Base.Item>
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
