import { Menu as Base } from '@base-ui/react/menu'
import { ChipButton } from './ChipButton.tsx'
import type { Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'
import { itemClass, popupClass } from './popup-style.ts'

type Common = {
  label: string
  options: readonly Option[]
  /** Word for "no narrowing": "all". */
  allText: string
}

export type FilterChipProps = Common &
  (
    | { multiple?: false; value: string | null; onChange: (value: string | null) => void }
    | { multiple: true; value: readonly string[]; onChange: (value: string[]) => void }
  )

/** A filter of a list: one value, or several with `multiple`. The first row takes the narrowing away. */
export function FilterChip(props: FilterChipProps) {
  const { label, options, allText } = props
  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const shown = options.filter(option => chosen.includes(option.value)).map(option => option.label)
  const text = shown.length === 0 ? allText : shown.length <= 2 ? shown.join(', ') : `${shown[0]}, +${shown.length - 1}`
  const clear = () => (props.multiple ? props.onChange([]) : props.onChange(null))
  const toggle = (value: string) => {
    if (!props.multiple) return props.onChange(value)
    props.onChange(chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value])
  }
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={<ChipButton label={label} value={text} active={chosen.length > 0} />} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-menu)">
          <Base.Popup className={`${popupClass} max-h-[min(16rem,var(--available-height))] min-w-44`}>
            <Base.CheckboxItem checked={chosen.length === 0} closeOnClick onCheckedChange={clear} className={itemClass}>
              <OptionRow option={{ value: '', label: allText }} chosen={chosen.length === 0} />
            </Base.CheckboxItem>
            {options.map(option => (
              <Base.CheckboxItem
                key={option.value}
                checked={chosen.includes(option.value)}
                closeOnClick={!props.multiple}
                disabled={option.disabled}
                onCheckedChange={() => toggle(option.value)}
                className={itemClass}
              >
                <OptionRow option={option} chosen={chosen.includes(option.value)} />
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
