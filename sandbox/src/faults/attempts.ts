/** Addresses remembered between two attempts; far more than are ever deferred at once. */
const MAX_ADDRESSES = 200_000

/** Counts the attempts at an address until one of them is final, so that a retry can have another fate. */
export class Attempts {
  readonly #failed = new Map<string, number>()

  /** Number of the attempt that is being made, from 1. */
  current(address: string): number {
    return (this.#failed.get(address.toLowerCase()) ?? 0) + 1
  }

  /** The attempt failed for now. */
  failed(address: string): void {
    const key = address.toLowerCase()
    this.#failed.set(key, this.current(key))
    if (this.#failed.size <= MAX_ADDRESSES) return
    const [oldest] = this.#failed.keys()
    if (oldest !== undefined) this.#failed.delete(oldest)
  }

  /** The address got its answer; the next message to it starts anew. */
  settled(address: string): void {
    if (this.#failed.size > 0) this.#failed.delete(address.toLowerCase())
  }
}
