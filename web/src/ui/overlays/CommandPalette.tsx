import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type LucideIcon, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUi } from '../UiProvider.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../layout/Icon.tsx'
import { Kbd } from '../layout/Kbd.tsx'
import { groupLabelClass, itemClass } from './popup-style.ts'

export interface PaletteItem {
  /** Unique among all items. */
  value: string
  label: string
  /** After the label: the kind of item, or its address. */
  hint?: string | undefined
  icon: LucideIcon
  href: string
}

export interface PaletteGroup {
  heading: string
  items: PaletteItem[]
}

type CommandPaletteProps = {
  onClose: () => void
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  groups: readonly PaletteGroup[]
  loading: boolean
  /** Shown below a list that is empty or incomplete. */
  note: ReactNode
  /** What each key does. */
  keys: readonly { key: string; does: string }[]
  onChoose: (href: string) => void
}

/** A search field above a list of pages to open. Arrow keys move, Enter opens, Esc closes. The caller filters. */
export function CommandPalette(props: CommandPaletteProps) {
  const { label, text, groups, loading, note } = props
  const { words } = useUi()
  return (
    <Dialog.Root open onOpenChange={open => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim transition-opacity duration-(--mo-base) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-(--z-dialog) grid place-items-start justify-center sm:pt-24">
          <Dialog.Popup
            aria-label={label}
            className="pop flex flex-col overflow-clip bg-raised outline-none max-sm:h-dvh max-sm:w-dvw sm:max-h-[min(32rem,calc(100dvh-12rem))] sm:w-160 sm:max-w-[calc(100vw-2rem)] sm:rounded-4 sm:shadow-3"
          >
            <Base.Root
              open
              inline
              items={groups.map(({ heading, items }) => ({ value: heading, items }))}
              filter={null}
              autoHighlight="always"
              value={text}
              onValueChange={(value, { reason }) => reason === 'input-change' && props.onText(value)}
              itemToStringValue={(item: PaletteItem) => item.label}
            >
              <Base.InputGroup className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
                {loading ? <Spinner size={16} /> : <Icon of={Search} className="text-muted" />}
                <Base.Input
                  aria-label={label}
                  placeholder={props.placeholder}
                  className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-placeholder"
                />
                <Dialog.Close className="rounded-1 max-sm:hidden">
                  <span className="sr-only">{words.close} </span>
                  <Kbd>Esc</Kbd>
                </Dialog.Close>
                <Dialog.Close
                  render={
                    <IconButton icon={X} label={words.close} size="sm" tooltip={false} className="-me-1.5 sm:hidden" />
                  }
                />
              </Base.InputGroup>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
                <Base.List>
                  {(group: { value: string; items: PaletteItem[] }) => (
                    <Base.Group key={group.value} items={group.items}>
                      <Base.GroupLabel className={groupLabelClass}>{group.value}</Base.GroupLabel>
                      <Base.Collection>
                        {(item: PaletteItem) => (
                          <Base.Item
                            key={item.value}
                            value={item}
                            className={`${itemClass} min-h-9! scroll-my-1.5`}
                            onClick={() => props.onChoose(item.href)}
                          >
                            <Icon of={item.icon} size={14} className="text-muted" />
                            <bdi className="min-w-0 truncate">{item.label}</bdi>
                            {item.hint && (
                              <bdi className="ms-auto min-w-0 truncate ps-4 text-12 text-muted">{item.hint}</bdi>
                            )}
                          </Base.Item>
                        )}
                      </Base.Collection>
                    </Base.Group>
                  )}
                </Base.List>
                <Base.Status className="px-2 py-2 text-muted empty:hidden">{note}</Base.Status>
              </div>
              <div className="flex shrink-0 gap-4 border-t border-line bg-sunken px-4 py-2 text-12 text-muted max-sm:hidden">
                {props.keys.map(({ key, does }) => (
                  <span key={key} className="flex items-center gap-1.5">
                    <Kbd>{key}</Kbd> {does}
                  </span>
                ))}
              </div>
            </Base.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
