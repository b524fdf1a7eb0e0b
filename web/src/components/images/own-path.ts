/**
 * The path of an uploaded file at the origin from which this page was loaded: the page's content security policy allows that one, whatever
 * the public address is.
 */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}
