/** Reads a file piece by piece through the same memory: pieces left to the garbage collector pile up to tens of megabytes. */
import { open, type FileHandle } from 'node:fs/promises'

/** Yields pieces of `pieceBytes`; the last one may be shorter. Each is valid until the next one is requested. */
export async function* readFilePieces(path: string, pieceBytes: number): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const piece = Buffer.allocUnsafeSlow(pieceBytes)
  for (;;) {
    const length = await fill(file, piece)
    if (length > 0) yield piece.subarray(0, length)
    if (length < piece.length) return
  }
}

/** Returns how many bytes were read. */
async function fill(file: FileHandle, piece: Buffer): Promise<number> {
  let length = 0
  while (length < piece.length) {
    const { bytesRead } = await file.read(piece, length, piece.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}
