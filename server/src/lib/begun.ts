/** Waits for the first items (a header and the first rows), so that early failures throw before the answer has started. */
export async function begun<T>(items: AsyncGenerator<T>, count = 2): Promise<AsyncGenerator<T>> {
  const first: T[] = []
  while (first.length < count) {
    const next = await items.next()
    if (next.done === true) break
    first.push(next.value)
  }
  return (async function* () {
    yield* first
    yield* items
  })()
}
