import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One choice of a select, combobox, menu of choices or segmented control. */
export type Option = {
  value: string
  /** Plain text: it is searched, read aloud and shown. */
  label: string
  /** Second line, muted. */
  help?: string | undefined
  icon?: LucideIcon | undefined
  /** At the end of the row: a count or a badge. */
  end?: ReactNode
  disabled?: boolean | undefined
  /** Rows with the same group are listed together under its name. */
  group?: string | undefined
}

export type OptionGroup = { label: string; items: Option[] }

/** Splits options into their groups, in order of first appearance; ungrouped ones come under an empty name. */
export function groupOptions(options: readonly Option[]): OptionGroup[] {
  const groups = Map.groupBy(options, option => option.group ?? '')
  return [...groups].map(([label, items]) => ({ label, items }))
}
