/**
 * Writes what arrives into a file and frees the memory of what was written at once. Left to the collector, a whole upload
 * lies in memory before it looks: pieces from the network count for nothing in the heap that it watches.
 */
import type { MultipartFile } from '@fastify/multipart'
import { open } from 'node:fs/promises'

/** Smaller pieces may be cut from memory that others share. */
const FREED_FROM_BYTES = 16_384

/** Throws what the stream throws, and when not every byte of it was written. */
export async function writeUpload(stream: MultipartFile['file'], path: string): Promise<void> {
  const file = await open(path, 'w')
  let last: Buffer | undefined
  let sizeBytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      // Several pieces may have one memory, one behind the other: as long as more of them come it stays.
      if (last !== undefined && last.buffer !== piece.buffer) free(last)
      await file.writeFile(piece)
      sizeBytes += piece.length
      last = piece
    }
  } finally {
    await file.close()
  }
  // Counted by the parser as it found them.
  if (sizeBytes !== stream.bytesRead) throw new Error(`${sizeBytes} of ${stream.bytesRead} bytes were written`)
}

/** Frees the memory behind a piece that has most of it for itself. */
function free({ buffer, length }: Buffer): void {
  if (length >= FREED_FROM_BYTES && length > buffer.byteLength / 2) (buffer as ArrayBuffer).transfer(0)
}
