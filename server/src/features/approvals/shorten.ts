/** What a list shows of large payloads: the HTML of a template is asked for one request at a time. */

/** Characters of a text. */
export const TEXT_LIMIT = 5000
export const ITEM_LIMIT = 100

/** A copy with long texts and arrays cut, and whether anything was. */
export function shorten<T>(value: T): { value: T; isShortened: boolean } {
  let isShortened = false
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string' && each.length > TEXT_LIMIT) {
      isShortened = true
      return `${each.slice(0, TEXT_LIMIT)}…`
    }
    if (Array.isArray(each)) {
      if (each.length > ITEM_LIMIT) isShortened = true
      return each.slice(0, ITEM_LIMIT).map(walk)
    }
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]))
  }
  return { value: walk(value) as T, isShortened }
}
