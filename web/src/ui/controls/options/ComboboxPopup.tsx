import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '../../feedback/Spinner.tsx'
import { Icon } from '../../layout/Icon.tsx'
import { itemClass, listPopupClass } from '../../overlays/popup-style.ts'
import { useUi } from '../../UiProvider.tsx'
import type { Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'

export type ComboboxPopupProps = {
  loading: boolean
  /** There are no options, and none are on their way. */
  failed: boolean
  /** Said when the search found nothing. */
  emptyText: ReactNode
  isChosen: (option: Option) => boolean
}

/** The opened list of a combobox: what is being looked for, what was found, or that nothing was, or could be. */
export function ComboboxPopup({ loading, failed, emptyText, isChosen }: ComboboxPopupProps) {
  const { words } = useUi()
  return (
    <Base.Portal>
      <Base.Positioner align="start" sideOffset={4} className="z-(--z-menu)">
        <Base.Popup className={listPopupClass} aria-busy={loading || undefined}>
          <Base.Status className="flex items-center gap-2 px-2 py-1.5 text-12 text-muted empty:hidden">
            {loading && (
              <>
                <Spinner size={12} />
                {words.loading}
              </>
            )}
          </Base.Status>
          {!loading && (
            <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">
              {failed ? words.listFailed : (emptyText ?? words.noResults)}
            </Base.Empty>
          )}
          <Base.List>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabled} className={itemClass}>
                <OptionRow option={option} chosen={isChosen(option)} />
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** Opens the list by mouse; the keyboard has the arrow keys in the field. */
export function ComboboxTrigger() {
  const { words } = useUi()
  return (
    <Base.Trigger
      tabIndex={-1}
      aria-label={words.choose}
      className="grid size-6 place-items-center rounded-1 text-muted"
    >
      <Icon of={ChevronDown} size={14} />
    </Base.Trigger>
  )
}

/** How a list is searched by typing, be it for one choice or for several. */

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
