// The latest requests to an emulated endpoint, newest first, in memory only.

/** An HTTP status, or no response. */
export type Answered = number | 'silence'

export interface Received {
  /** Starts at 1. */
  id: number
  /** Time of arrival, in epoch milliseconds. */
  atMs: number
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  answered: Answered
}

/** Each has a body of at most 64 KB and headers of at most 16 KB. */
export const KEPT_MAX = 200

export class ReceivedRequests {
  #kept: Received[] = []
  #newest = 0
  readonly #listeners = new Set<() => void>()

  get list(): readonly Received[] {
    return this.#kept
  }

  add(request: Omit<Received, 'id'>): void {
    this.#kept = [{ ...request, id: ++this.#newest }, ...this.#kept.slice(0, KEPT_MAX - 1)]
    this.#tell()
  }

  clear(): void {
    this.#kept = []
    this.#tell()
  }

  /** Calls `listener` after every change. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** A header's value, by its name in lower case; empty if it is missing. */
export function headerOf({ headers }: Received, name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
}
