/** Writers of contents and files that single messages bring, compiled when their turn comes. */
import { createHash } from 'node:crypto'
import type { WriteMessage } from '../../channels/channel.ts'
import type { MessageData } from './message-queries.ts'

/** By the content itself: programs often send the same to many. */
const KEPT = 50
const KEPT_BYTES = 1_000_000

export class OwnWriters {
  readonly #writers = new Map<string, WriteMessage<object>>()
  readonly #compile: (content: object | null, files: MessageData['files']) => WriteMessage<object>

  constructor(compile: (content: object | null, files: MessageData['files']) => WriteMessage<object>) {
    this.#compile = compile
  }

  /** Null where the message is written as all of its stream. */
  for(data: MessageData | null | undefined): WriteMessage<object> | null {
    const { content = null, files } = data ?? {}
    if (content === null && files === undefined) return null
    const text = JSON.stringify([content, files])
    if (text.length > KEPT_BYTES) return this.#compile(content, files)
    const key = createHash('sha256').update(text).digest('base64')
    const writer = this.#writers.get(key) ?? this.#compile(content, files)
    this.#writers.delete(key)
    this.#writers.set(key, writer)
    for (const oldest of this.#writers.keys()) {
      if (this.#writers.size <= KEPT) break
      this.#writers.delete(oldest)
    }
    return writer
  }
}
