import { ChipButton } from '../controls/ChipButton.tsx'
import { lazyPopup } from '../overlays/lazy-popup.tsx'
import type { Option } from '../controls/option.ts'

type FilterCommon = {
  label: string
  options: readonly Option[]
  /** Word for "no narrowing": "all". */
  allText: string
}

export type FilterChipProps = FilterCommon &
  (
    | { multiple?: false; value: string | null; onChange: (value: string | null) => void }
    | { multiple: true; value: readonly string[]; onChange: (value: string[]) => void }
  )

const FilterMenu = lazyPopup('menu', async () => (await import('../overlays/FilterMenu.tsx')).FilterMenu)

/** A filter of a list: one value, or several with `multiple`. The first row takes the narrowing away. */
export function FilterChip(props: FilterChipProps) {
  const { label, options, allText } = props
  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value]
  const shown = options.filter(option => chosen.includes(option.value)).map(option => option.label)
  const text = shown.length === 0 ? allText : shown.length <= 2 ? shown.join(', ') : `${shown[0]}, +${shown.length - 1}`
  return <FilterMenu {...props} trigger={<ChipButton label={label} value={text} active={chosen.length > 0} />} />
}
