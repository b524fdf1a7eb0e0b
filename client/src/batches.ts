/** Cuts lists into bodies that the API takes. */

/** Things of one call. */
const ITEMS_MAX = 1000
/** Room for what is around them in the body. */
const AROUND_BYTES = 1024

/**
 * Makes one call after the other and joins their answers, in the order of the items. A call that fails ends it: what was sent before stays
 * sent, and the same list may be sent again.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  maxBytes: number,
  send: (batch: readonly Item[], number: number) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [number, batch] of cut(items, maxBytes - AROUND_BYTES).entries())
    results.push(...(await send(batch, number)))
  return results
}

function cut<Item>(items: readonly Item[], maxBytes: number): Item[][] {
  const batches: Item[][] = []
  let sizeBytes = Infinity
  for (const item of items) {
    const itemBytes = new TextEncoder().encode(JSON.stringify(item)).length + 1
    const last = batches.at(-1)
    if (last === undefined || last.length >= ITEMS_MAX || sizeBytes + itemBytes > maxBytes) {
      batches.push([item])
      sizeBytes = itemBytes
    } else {
      last.push(item)
      sizeBytes += itemBytes
    }
  }
  return batches
}
