/** Polls until there is a result, for changes outside a page, which are not announced. */
export async function waitFor<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  timeoutMs = 20_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
