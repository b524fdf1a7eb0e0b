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
  /** There are no options and none are loading. */
  failed: boolean
  /** Shown if the search found nothing. */
  emptyText: ReactNode
  isChosen: (option: Option) => boolean
}

/** The open list of a combobox: its options, that they are loading, that nothing was found, or that loading failed. */
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

/** Opens the list by mouse; the keyboard uses the arrow keys in the field. */
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

type RootProps = Base.Root.Props<Option>

export interface ComboboxSearch {
  /** Undefined while the first answer is loading. */
  options: readonly Option[] | undefined
  /**
   * If set, the caller searches, usually on a server, and `options` is the result. Otherwise the list filters itself.
   */
  onQuery: ((text: string) => void) | undefined
}

/** The combobox props that are the same for single and multiple selection. */
export function comboboxSearch({ options, onQuery }: ComboboxSearch) {
  return {
    // The library stops responding if its items are undefined.
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
    // The library's filter is switched off only if the caller searches. Under exactOptionalPropertyTypes it can't be
    // undefined.
    ...(onQuery ? { filter: null } : {}),
    autoHighlight: true,
  }
}

/**
 * Whether the library reports Escape on a closed list, on which it would clear the selection. Here Escape never clears
 * anything, and propagates to the surrounding dialog.
 */
export function isEscape(details: { reason: string; allowPropagation: () => void }): boolean {
  if (details.reason !== 'escape-key') return false
  details.allowPropagation()
  return true
}
