import { lettersOf } from '../layout/letters.ts'

/** The first letters of a text and an ellipsis, whole letters in any script. */
export function cutText(text: string, max = 25): string {
  const letters = lettersOf(text)
  return letters.length <= max ? text : `${letters.slice(0, max).join('').trimEnd()}…`
}

/** A name that may be long: cut after 25 letters, whole in its title. */
export function Truncate({ text, max = 25 }: { text: string; max?: number }) {
  const cut = cutText(text, max)
  return <bdi title={cut === text ? undefined : text}>{cut}</bdi>
}
