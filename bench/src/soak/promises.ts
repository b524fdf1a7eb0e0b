/** The promises that a soak checks: each in words with what was found, and whether it was kept. */
export type Promises = readonly (readonly [words: string, isKept: boolean])[]

/** Reports each of them. Returns whether all were kept. */
export function printPromises(say: (line: string) => void, promises: Promises): boolean {
  for (const [words, isKept] of promises) say(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${words}`)
  return promises.every(([, isKept]) => isKept)
}
