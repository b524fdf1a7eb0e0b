/**
 * Memory for contents, used again by the next mail. A fresh buffer of 25 KB for each costs more than filling it: its pages
 * are new to the processor and to the kernel, and only the garbage collector gives them back.
 */
// Imported since the global is a getter, which each mail would ask many times.
import { Buffer } from 'node:buffer'

// What mails with attachments take is left to the garbage collector, so that a few of them do not keep their memory.
const LARGEST_KEPT_BYTES = 262_144
const STEP_BYTES = 4096
/** Room behind a content for the commands that follow it. */
const TAIL_BYTES = 1024
/** Mails that one process has in flight, with room to spare. */
const KEPT = 256

export class ContentBuffers {
  readonly #free: ArrayBufferLike[] = []
  #capacityBytes = STEP_BYTES

  /** Not cleared: the caller fills it wholly. */
  take = (sizeBytes: number): Buffer => {
    if (sizeBytes > LARGEST_KEPT_BYTES) return Buffer.allocUnsafeSlow(sizeBytes)
    if (sizeBytes + TAIL_BYTES > this.#capacityBytes) {
      this.#capacityBytes = Math.ceil((sizeBytes + TAIL_BYTES) / STEP_BYTES) * STEP_BYTES
      this.#free.length = 0
    }
    const memory = this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#capacityBytes).buffer
    return Buffer.from(memory, 0, sizeBytes)
  }

  /** For a buffer of `take` that nobody reads any more. */
  giveBack = ({ buffer }: Buffer): void => {
    if (buffer.byteLength === this.#capacityBytes && this.#free.length < KEPT) this.#free.push(buffer)
  }
}
