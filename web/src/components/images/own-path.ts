/** A file of ours at the origin that this page came from: the policy of the page allows that one, whatever the public address is. */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}
