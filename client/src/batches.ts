/** Splits lists into bodies of a size that the API accepts. */

/** Items of one call. */
const ITEMS_MAX = 1000
/** Bytes of a body that surround its items. */
const AROUND_BYTES = 1024

/**
 * Makes one call after the other and joins their answers, in the order of the items. The first call that fails ends it: earlier calls keep
 * their effect, and the same list may be sent again.
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
