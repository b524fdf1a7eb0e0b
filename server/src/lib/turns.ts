/** Long work in pieces: between two of them the process answers others. */

/** Longer than nearly all requests take of the event loop; short enough that nobody feels it. */
const PIECE_MS = 5

const waiting: (() => void)[] = []

/** `items.map(make)`, but that other requests have their turn every 5 ms. However many callers there are, one piece runs at a time. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  if (waiting.length > 0) await nextTurn()
  let untilMs = performance.now() + PIECE_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > untilMs) {
      await nextTurn()
      untilMs = performance.now() + PIECE_MS
    }
    results.push(make(item, index))
  }
  return results
}

function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (waiting.push(resolve) === 1) setImmediate(letOneGo)
  return promise
}

/** One for each round of the event loop: a hundred callers together hold it up no longer than a single one. */
function letOneGo(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneGo)
}
