/** Nesting of lists; no contact's field has that much. */
const MOST_DEPTH = 10

/** Returns the text of a value as Liquid prints it: nothing for null, list items joined. Objects have no text. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return depth < MOST_DEPTH ? value.map(item => textOf(item, depth + 1)).join('') : ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return ''
}
