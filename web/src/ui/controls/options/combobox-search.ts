/** How a list is searched by typing, be it for one choice or for several. */
import type { Combobox as Base } from '@base-ui/react/combobox'
import type { Option } from './option.ts'

type RootProps = Base.Root.Props<Option>

export interface ComboboxSearch {
  /** Undefined while the first answer is on its way. */
  options: readonly Option[] | undefined
  /** Given: the caller searches (on a server) and `options` is its answer. Absent: the list filters itself. */
  onQuery: ((text: string) => void) | undefined
}

/** The part of a combobox's properties that does not depend on how many may be chosen. */
export function comboboxSearch({ options, onQuery }: ComboboxSearch) {
  return {
    // The library stops answering when its items are undefined.
    items: [...(options ?? [])],
    onInputValueChange: ((text, details) => {
      if (isEscape(details)) details.cancel()
      if (details.reason === 'input-change') onQuery?.(text)
    }) satisfies RootProps['onInputValueChange'],
    onOpenChange: ((open, { reason }) => {
      if (open && reason !== 'input-change') onQuery?.('')
    }) satisfies RootProps['onOpenChange'],
    isItemEqualToValue: (one: Option, other: Option) => one.value === other.value,
    itemToStringLabel: (option: Option) => option.label,
    // exactOptionalPropertyTypes: only a caller that searches itself switches the own filter off.
    ...(onQuery ? { filter: null } : {}),
    autoHighlight: true,
  }
}

/**
 * Whether the change is the library's answer to Escape on a closed list: it would throw the choice away. Here Escape never
 * removes anything and goes on to what surrounds the field, a dialog say.
 */
export function isEscape(details: { reason: string; allowPropagation: () => void }): boolean {
  if (details.reason !== 'escape-key') return false
  details.allowPropagation()
  return true
}
