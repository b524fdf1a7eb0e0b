import { useState } from 'react'

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
