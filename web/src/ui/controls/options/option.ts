import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One choice of a select, combobox, filter menu or segmented control. */
export type Option = {
  value: string
  /** Plain text, because it is searched, read aloud and displayed. */
  label: string
  /** Second line, muted. */
  help?: string | undefined
  icon?: LucideIcon | undefined
  /** At the end of the row, such as a count or a badge. */
  end?: ReactNode
  disabled?: boolean | undefined
  /** Options with the same group are listed together under its name. */
  group?: string | undefined
}

export type OptionGroup = { label: string; items: Option[] }

/** Groups the options, in order of first appearance. Options without a group are listed under an empty name. */
export function groupOptions(options: readonly Option[]): OptionGroup[] {
  const groups = Map.groupBy(options, option => option.group ?? '')
  return [...groups].map(([label, items]) => ({ label, items }))
}
