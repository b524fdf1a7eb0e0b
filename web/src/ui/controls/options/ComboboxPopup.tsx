import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../layout/Icon.tsx'
import type { Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'
import { itemClass, listPopupClass } from '../../overlays/popup-style.ts'
import { Spinner } from '../../feedback/Spinner.tsx'
import { useUi } from '../../UiProvider.tsx'

export type ComboboxPopupProps = {
  loading: boolean
  /** Said when the search found nothing. */
  emptyText: ReactNode
  isChosen: (option: Option) => boolean
}

/** The opened list of a combobox: what is being looked for, what was found, or that nothing was. */
export function ComboboxPopup({ loading, emptyText, isChosen }: ComboboxPopupProps) {
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
            <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">{emptyText ?? words.noResults}</Base.Empty>
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
