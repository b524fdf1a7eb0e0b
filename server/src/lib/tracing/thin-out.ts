/**
 * Whether a trace shows item `no`, counted from 0: it shows the first `all`, and of each doubling half as many. A hundred times as many
 * items thus make less than four times as many spans, spread over all of them, and every process decides the same.
 */
export function isShown(no: number, all: number): boolean {
  if (no < all) return true
  return no % 2 ** (Math.floor(Math.log2(no / all)) + 1) === 0
}
