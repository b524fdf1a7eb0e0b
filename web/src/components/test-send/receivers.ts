import { useState } from 'react'

/** The maximum number of receivers of a test. */
export const RECEIVERS_MAX = 10

/** Splits the text of a field for several receivers. Only phone numbers may contain spaces (`spaced`). */
export function splitReceivers(typed: string, { spaced = false } = {}): string[] {
  const parts = typed.split(spaced ? /[,;\n]+/ : /[\s,;]+/)
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/**
 * A text that is kept for as long as the tab is open, even if its dialog closes or the page is reloaded. `place`
 * identifies it.
 */
export function useStoredText(place: string, first: string): [string, (text: string) => void] {
  const key = `notifly.test.${place}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? first)
  const keep = (next: string) => {
    setText(next)
    sessionStorage.setItem(key, next)
  }
  return [text, keep]
}
