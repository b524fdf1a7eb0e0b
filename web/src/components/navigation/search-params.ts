/**
 * Query strings of the dashboard as plain text, without quotes or JSON, so that values of the API and links in mails
 * work (`?page=2`, `?checkEmailConfigure=true`). A repeated name becomes a list.
 */
export type SearchParams = Record<string, string | string[] | undefined>

export function parseSearch(search: string): SearchParams {
  const found: SearchParams = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = found[name]
    found[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return found
}

export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}
