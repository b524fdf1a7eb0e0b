import { useState } from 'react'

/**
 * A key for content below something that may appear with the first answer. The key changes with that answer, so the
 * content is mounted again in its final place instead of visibly moving down.
 */
export function useFirstSettled(isSettled: boolean): string {
  const [was, set] = useState(isSettled)
  if (isSettled && !was) set(true)
  return was || isSettled ? 'settled' : 'first'
}
