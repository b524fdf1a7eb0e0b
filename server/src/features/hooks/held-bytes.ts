/** Bodies of calls that are kept in memory for a while, up to a bound for all and a smaller one for each key. */
export class HeldBytes {
  readonly #most: { inAll: number; ofKey: number }
  readonly #ofKeys = new Map<string, number>()
  #inAll = 0

  constructor(most: { inAll: number; ofKey: number }) {
    this.#most = most
  }

  /** Whether there is room. If so, the bytes count until `leave`. */
  take(key: string, bytes: number): boolean {
    const ofKey = (this.#ofKeys.get(key) ?? 0) + bytes
    if (ofKey > this.#most.ofKey || this.#inAll + bytes > this.#most.inAll) return false
    this.#ofKeys.set(key, ofKey)
    this.#inAll += bytes
    return true
  }

  /** Called once for each `take` that had room. */
  leave(key: string, bytes: number): void {
    const left = (this.#ofKeys.get(key) ?? 0) - bytes
    if (left > 0) this.#ofKeys.set(key, left)
    else this.#ofKeys.delete(key)
    this.#inAll -= bytes
  }
}
