/** Long work in pieces: between two of them the process answers others. */

/** Longer than nearly all requests take of the event loop; short enough that nobody feels it. */
const PIECE_MS = 5

/** By key, the next one to have its turn first. */
const waiting = new Map<string, (() => void)[]>()

/**
 * `items.map(make)`, but that other requests have their turn every 5 ms. However many callers there are, one piece runs at a time, and keys,
 * which are applications, take turns: one with many large requests delays another by a piece.
 */
export async function mapInTurns<Item, Result>(
  key: string,
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  if (waiting.size > 0) await nextTurn(key)
  let untilMs = performance.now() + PIECE_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > untilMs) {
      await nextTurn(key)
      untilMs = performance.now() + PIECE_MS
    }
    results.push(make(item, index))
  }
  return results
}

/**
 * For a piece of work that cannot be divided, such as the reading of a large body: of those that are ready at the same moment, each has a round
 * of the event loop of its own.
 */
export function nextTurn(key: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (waiting.size === 0) setImmediate(letOneGo)
  waiting.set(key, [...(waiting.get(key) ?? []), resolve])
  return promise
}

/** One for each round of the event loop: a hundred callers together hold it up no longer than a single one. */
function letOneGo(): void {
  const [next] = waiting
  if (next === undefined) return
  const [key, [resolve, ...others]] = next
  waiting.delete(key)
  if (others.length > 0) waiting.set(key, others)
  if (waiting.size > 0) setImmediate(letOneGo)
  resolve?.()
}
