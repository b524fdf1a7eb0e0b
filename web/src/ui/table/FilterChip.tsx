import { ChipButton } from '../controls/ChipButton.tsx'
import { lazyPopup } from '../overlays/lazy-popup.tsx'
import type { FilterProps } from '../overlays/FilterMenu.tsx'

/** The choices of a filter below a button of one's own. */
export const FilterMenu = lazyPopup('menu', async () => (await import('../overlays/FilterMenu.tsx')).FilterMenu)

/** A filter of a list: one value, or several with `multiple`. The first row takes the narrowing away. */
export function FilterChip(props: FilterProps) {
  const { label, options, allText } = props
  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const shown = options.filter(option => chosen.includes(option.value)).map(option => option.label)
  const text = shown.length === 0 ? allText : shown.length <= 2 ? shown.join(', ') : `${shown[0]}, +${shown.length - 1}`
  return <FilterMenu {...props} trigger={<ChipButton label={label} value={text} active={chosen.length > 0} />} />
}
