/**
 * The path of an uploaded file. Relative to the page's own origin, because the content security policy allows only that
 * one, whatever the public address is.
 */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}
