import { ChipButton } from '../controls/ChipButton.tsx'
import { lazyPopup } from '../overlays/lazy-popup.tsx'
import type { FilterProps } from '../overlays/FilterMenu.tsx'

/** The menu of a filter, for a trigger other than FilterChip's. */
export const FilterMenu = lazyPopup('menu', async () => (await import('../overlays/FilterMenu.tsx')).FilterMenu)

/** A filter of a list: one value, or several with `multiple`. The first item of its menu removes the filter. */
export function FilterChip(props: FilterProps) {
  const { label, options, allText } = props
  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const shown = options.filter(option => chosen.includes(option.value)).map(option => option.label)
  const text = shown.length === 0 ? allText : shown.length <= 2 ? shown.join(', ') : `${shown[0]}, +${shown.length - 1}`
  return <FilterMenu {...props} trigger={<ChipButton label={label} value={text} active={chosen.length > 0} />} />
}
