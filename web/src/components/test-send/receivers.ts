import { useState } from 'react'

/** As many as one test goes to. */
export const RECEIVERS_MAX = 10

/** The text of a field for several receivers. Only phone numbers hold spaces. */
export function splitReceivers(typed: string, { spaced = false } = {}): string[] {
  const parts = typed.split(spaced ? /[,;\n]+/ : /[\s,;]+/)
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/** Text that outlives its dialog and a reload, as long as the tab is open. `place`: whose text it is. */
export function useKeptText(place: string, first: string): [string, (text: string) => void] {
  const key = `notifly.test.${place}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? first)
  const keep = (next: string) => {
    setText(next)
    sessionStorage.setItem(key, next)
  }
  return [text, keep]
}
