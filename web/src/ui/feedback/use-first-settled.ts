import { useState } from 'react'

/**
 * A key for what stands below something that may come with the first answer: it is drawn anew with that answer, once, in its place,
 * instead of being pushed down before the reader's eyes.
 */
export function useFirstSettled(isSettled: boolean): string {
  const [was, set] = useState(isSettled)
  if (isSettled && !was) set(true)
  return was || isSettled ? 'settled' : 'first'
}
