/** Writers of contents, files and links that single messages bring, compiled when their turn comes. */
import { createHash } from 'node:crypto'
import type { WriteMessage } from '../../channels/channel.ts'
import type { MessageData } from './message-queries.ts'

/** Cached by content: programs often send the same to many. */
const KEPT = 50
const KEPT_BYTES = 1_000_000

export type OwnParts = Pick<MessageData, 'content' | 'files' | 'straight'>

export class OwnWriters {
  readonly #writers = new Map<string, WriteMessage<object>>()
  readonly #compile: (own: OwnParts) => WriteMessage<object>

  constructor(compile: (own: OwnParts) => WriteMessage<object>) {
    this.#compile = compile
  }

  /** Null if the message is written like all others of its stream. */
  for(data: MessageData | null | undefined): WriteMessage<object> | null {
    if (data?.content === undefined && data?.files === undefined) return null
    const text = JSON.stringify([data.content, data.files, data.straight])
    if (text.length > KEPT_BYTES) return this.#compile(data)
    const key = createHash('sha256').update(text).digest('base64')
    const writer = this.#writers.get(key) ?? this.#compile(data)
    this.#writers.delete(key)
    this.#writers.set(key, writer)
    for (const oldest of this.#writers.keys()) {
      if (this.#writers.size <= KEPT) break
      this.#writers.delete(oldest)
    }
    return writer
  }
}
