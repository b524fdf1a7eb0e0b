/** Caches answers for a while. Concurrent callers of the same key share one request. */
import type { Clock } from '../../../lib/clock.ts'

interface Kept<Answer> {
  answer: Promise<Answer>
  askedAt: number
  isOpen: boolean
}

interface KeptOptions {
  clock: Clock
  keptMs: number
  /** The eldest go first. */
  most: number
}

export class AnswerCache<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>()
  readonly #options: KeptOptions

  constructor(options: KeptOptions) {
    this.#options = options
  }

  /** What is kept for a key, or what `ask` answers; `again` ignores kept answers, but joins a question that is under way. */
  get(key: string, ask: () => Promise<Answer>, { again }: { again: boolean }): Promise<Answer> {
    const now = this.#options.clock.now().getTime()
    const kept = this.#kept.get(key)
    if (kept !== undefined && (kept.isOpen || (!again && now - kept.askedAt < this.#options.keptMs))) return kept.answer
    const answer = ask()
    const entry: Kept<Answer> = { answer, askedAt: now, isOpen: true }
    this.#kept.delete(key)
    this.#kept.set(key, entry)
    answer.then(
      () => {
        entry.isOpen = false
      },
      () => {
        if (this.#kept.get(key) === entry) this.#kept.delete(key)
      },
    )
    const [eldest] = this.#kept.keys()
    if (this.#kept.size > this.#options.most && eldest !== undefined) this.#kept.delete(eldest)
    return answer
  }
}
