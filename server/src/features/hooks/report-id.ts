/** Ids derived from content, so that a report that arrives twice gets the same id: UUIDs of version 8 (RFC 9562). */
import { createHash } from 'node:crypto'

export function idOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  // The length in front keeps "ab", "c" apart from "a", "bc".
  for (const part of parts) hash.update(`${part.length}\n`).update(part)
  const bytes = hash.digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
