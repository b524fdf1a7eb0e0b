/**
 * Whether item `no`, from 0, is among those that a trace shows: the first `all`, and of each doubling of them half as many. So a hundred
 * times as much work makes not even four times as many spans, spread over all of it, and every process decides alike.
 */
export function isShown(no: number, all: number): boolean {
  if (no < all) return true
  return no % 2 ** (Math.floor(Math.log2(no / all)) + 1) === 0
}
