/** Splits long work into pieces: between two of them the process serves other requests. */

/** Longer than nearly all requests occupy the event loop; short enough that no person notices it. */
const PIECE_MS = 5

/** Waiting pieces by key; the first key is next. */
const waiting = new Map<string, (() => void)[]>()

/**
 * `items.map(make)`, interrupted every 5 ms for other requests. However many callers there are, one piece runs at a time, and keys, which
 * are applications, alternate: an application with many large requests delays another by one piece.
 */
export async function mapInTurns<Item, Result>(
  key: string,
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  const pauseOf = pausesOf(key)
  for (const [index, item] of items.entries()) {
    const pause = pauseOf()
    if (pause !== undefined) await pause
    results.push(make(item, index))
  }
  return results
}

/** Returns what work asks before each of its pieces: the pause to make, if 5 ms have passed since the last one or others wait already. */
export function pausesOf(key: string): () => Promise<void> | undefined {
  let untilMs = waiting.size > 0 ? 0 : performance.now() + PIECE_MS
  const pause = async (): Promise<void> => {
    await nextTurn(key)
    untilMs = performance.now() + PIECE_MS
  }
  return () => (performance.now() > untilMs ? pause() : undefined)
}

/**
 * For work that cannot be split, such as parsing a large body: of all that is ready at the same time, each gets its own round of the event
 * loop.
 */
export function nextTurn(key: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (waiting.size === 0) setImmediate(startNext)
  waiting.set(key, [...(waiting.get(key) ?? []), resolve])
  return promise
}

/** One per round of the event loop: a hundred callers together block it no longer than a single one. */
function startNext(): void {
  const [next] = waiting
  if (next === undefined) return
  const [key, [resolve, ...others]] = next
  waiting.delete(key)
  if (others.length > 0) waiting.set(key, others)
  if (waiting.size > 0) setImmediate(startNext)
  resolve?.()
}
