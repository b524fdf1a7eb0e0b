import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from './IconButton.tsx'
import { Kbd } from '../layout/Kbd.tsx'
import { TextInput } from './TextInput.tsx'
import { useUi } from '../UiProvider.tsx'

export type SearchInputProps = {
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** Milliseconds after the last keystroke before `onChange` is called. Enter and clearing call it at once. */
  debounceMs?: number
  /** "/" anywhere on the page moves the focus here. The key is shown while the field is empty. */
  shortcut?: boolean
  /** Fills its container instead of the usual width. */
  wide?: boolean
}

/** A search field for a list. The text appears at once; `onChange` is called after the pause. */
export function SearchInput({ value, onChange, placeholder, debounceMs = 0, shortcut, wide }: SearchInputProps) {
  const { words } = useUi()
  const input = useRef<HTMLInputElement>(null)
  const { text, type, settle } = useDebouncedText(value, onChange, debounceMs)
  useSlashKey(shortcut === true, input)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle(text)
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      settle('')
    }
  }
  return (
    <TextInput
      ref={input}
      role="searchbox"
      quiet
      icon={Search}
      value={text}
      aria-label={placeholder}
      placeholder={placeholder}
      onChange={event => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      className={wide ? 'flex-1' : 'w-66! max-sm:w-auto! max-sm:min-w-44 max-sm:flex-1'}
      suffix={
        text === '' ? (
          shortcut && (
            <span className="max-sm:hidden">
              <Kbd>/</Kbd>
            </span>
          )
        ) : (
          <IconButton
            icon={X}
            label={words.clear}
            size="sm"
            tooltip={false}
            className="-me-2"
            onClick={() => settle('')}
          />
        )
      }
    />
  )
}

function useDebouncedText(value: string, onChange: (value: string) => void, debounceMs: number) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // If the list changes the text itself (Clear filters, the Back button), its text replaces the typed one.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // The timer may outlive the render that started it, so it calls the latest `onChange`.
  const listener = useRef(onChange)
  useEffect(() => {
    listener.current = onChange
  }, [onChange])
  const report = (next: string) => {
    setKnown(next)
    listener.current(next)
  }
  const settle = (next: string) => {
    clearTimeout(timer.current)
    setText(next)
    report(next)
  }
  const type = (next: string) => {
    if (debounceMs === 0) return settle(next)
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => report(next), debounceMs)
  }
  return { text, type, settle }
}

function useSlashKey(active: boolean, input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const target = event.target as Element | null
      const typing = target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]')
      if (event.key !== '/' || typing || event.metaKey || event.ctrlKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [active, input])
}
