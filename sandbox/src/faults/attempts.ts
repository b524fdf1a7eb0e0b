/** The maximum number of addresses to remember between attempts; many more than are ever deferred at once. */
const MAX_ADDRESSES = 200_000

/** Counts the attempts at an address until one is final, so that a retry can have another outcome. */
export class Attempts {
  readonly #failed = new Map<string, number>()

  /** Number of the current attempt, starting at 1. */
  current(address: string): number {
    return (this.#failed.get(address.toLowerCase()) ?? 0) + 1
  }

  /** Records a temporary failure. */
  failed(address: string): void {
    const key = address.toLowerCase()
    this.#failed.set(key, this.current(key))
    if (this.#failed.size <= MAX_ADDRESSES) return
    const [oldest] = this.#failed.keys()
    if (oldest !== undefined) this.#failed.delete(oldest)
  }

  /** Records a final outcome; the next message to the address starts at 1 again. */
  settled(address: string): void {
    if (this.#failed.size > 0) this.#failed.delete(address.toLowerCase())
  }
}
