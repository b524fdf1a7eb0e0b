import { Menu as Base } from '@base-ui/react/menu'
import { RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Option } from '../controls/options/option.ts'
import { OptionRow } from '../controls/options/OptionRow.tsx'
import { useUi } from '../UiProvider.tsx'
import { itemClass, popupClass } from './popup-style.ts'

type FilterCommon = {
  label: string
  options: readonly Option[]
  /** The word for no filter, such as "all". */
  allText: string
  /** If set, not all options could be loaded. */
  onRetry?: (() => void) | undefined
}

export type FilterProps = FilterCommon &
  (
    | { multiple?: false; value: string | null; onChange: (value: string | null) => void }
    | { multiple: true; value: readonly string[]; onChange: (value: string[]) => void }
  )

/** The menu of a FilterChip; its code loads when it is about to open. */
export function FilterMenu(props: FilterProps & { trigger: ReactElement }) {
  const { options, allText, onRetry } = props
  const { words, locale } = useUi()
  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const clear = () => (props.multiple ? props.onChange([]) : props.onChange(null))
  const toggle = (value: string) => {
    if (!props.multiple) return props.onChange(value)
    props.onChange(chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value])
  }
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-menu)">
          <Base.Popup
            className={`${popupClass} max-h-[min(16rem,var(--available-height))] max-w-[min(22.5rem,var(--available-width))] min-w-44`}
          >
            <Base.CheckboxItem checked={chosen.length === 0} closeOnClick onCheckedChange={clear} className={itemClass}>
              <OptionRow option={{ value: '', label: sentenceCase(allText, locale) }} chosen={chosen.length === 0} />
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
            {onRetry && (
              <Base.Item closeOnClick={false} onClick={onRetry} className={itemClass}>
                <OptionRow option={{ value: '', label: words.optionsFailed, icon: RotateCw }} chosen={false} />
              </Base.Item>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** In the chip the word follows a colon; in the list it stands alone. */
function sentenceCase(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
