import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { bareInputClass, controlClass } from '../control-style.ts'
import { useFieldState } from '../field-context.ts'
import { itemClass, listPopupClass } from '../../overlays/popup-style.ts'
import type { Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'

export interface SuggestInputProps {
  value: string
  onChange: (text: string) => void
  /** The matching suggestions; the caller searches. Nothing opens while there are none. */
  options: readonly Option[]
  /** The text to search for; empty if the list is opened without typing. */
  onQuery: (text: string) => void
  /** Called for a picked suggestion. By default its label becomes the text. */
  onPick?: (option: Option) => void
  onBlur?: () => void
  placeholder?: string
  maxLength?: number
}

/**
 * A single-line text field with suggestions below. Any text is allowed; arrow keys and Enter, or a click, take a
 * suggestion.
 */
export function SuggestInput({ value, onChange, options, onQuery, onPick, ...input }: SuggestInputProps) {
  const field = useFieldState()
  const [isWanted, setWanted] = useState(false)
  return (
    <Base.Root
      items={[...options]}
      // An open list without options would still hide the rest of the page from screen readers.
      open={isWanted && options.length > 0}
      mode="none"
      openOnInputClick
      value={value}
      onValueChange={(text, { reason }) => {
        const picked = reason === 'item-press' ? options.find(({ label }) => label === text) : undefined
        if (reason === 'input-change') onQuery(text)
        if (picked && onPick) onPick(picked)
        // Escape closes the list and keeps the text.
        else if (reason !== 'escape-key') onChange(text)
      }}
      onOpenChange={(open, { reason }) => {
        setWanted(open)
        if (open && reason !== 'input-change') onQuery('')
      }}
    >
      <Base.InputGroup className={controlClass({ invalid: field.invalid })}>
        <Base.Input
          {...input}
          // Suggestions that come after the field was left would open over the next one.
          onBlur={() => {
            setWanted(false)
            input.onBlur?.()
          }}
          id={field.controlId}
          aria-invalid={field.invalid || undefined}
          aria-describedby={field.describedBy}
          className={bareInputClass}
        />
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-(--z-menu)">
          <Base.Popup className={`${listPopupClass} data-empty:hidden`}>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={itemClass}>
                  <OptionRow option={option} chosen={option.label === value} />
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
