// What an emulated endpoint got, newest first: in memory only, and of the last requests.

/** A status of HTTP, or none at all. */
export type Answered = number | 'silence'

export interface Received {
  /** Counts up from 1. */
  id: number
  /** Arrival, epoch milliseconds. */
  atMs: number
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  answered: Answered
}

/** Each has at most 64 KB of body, and 16 KB of headers. */
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

  /** Calls back after every change, until the answer is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The value of a header, by its name in lower case; empty where there is none. */
export function headerOf({ headers }: Received, name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
}
