/** A file a piece at a time, through the same memory: pieces left to the collector pile up to some ten megabytes before it looks. */
import { open, type FileHandle } from 'node:fs/promises'

/** Yields pieces of `pieceBytes`, the last one may be shorter. Each is good until the next one is asked for. */
export async function* readFilePieces(path: string, pieceBytes: number): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const piece = Buffer.allocUnsafeSlow(pieceBytes)
    for (;;) {
      const length = await fill(file, piece)
      if (length > 0) yield piece.subarray(0, length)
      if (length < piece.length) return
    }
  } finally {
    await file.close()
  }
}

/** Answers how much there was to read. */
async function fill(file: FileHandle, piece: Buffer): Promise<number> {
  let length = 0
  while (length < piece.length) {
    const { bytesRead } = await file.read(piece, length, piece.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}
