/** Asks until there is an answer, because what happens outside of a page is not announced. */
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
