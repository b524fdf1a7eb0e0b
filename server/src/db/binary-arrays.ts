/**
 * Arrays in PostgreSQL's binary format: pg sends a Buffer as it is. Formatting and parsing digits is most of what an array of numbers
 * costs, and neither side does it here.
 */
// Imported, because the global Buffer is a getter that each element would call several times.
import { Buffer } from 'node:buffer'

/** Numbers of PostgreSQL's types (pg_type.oid). */
const OID = { bigint: 20, int: 23, text: 25, timestamptz: 1184 } as const
const HEADER_BYTES = 20

/** int[] */
export function intArray<T>(rows: ArrayLike<T>, valueOf: (row: T) => number): Buffer {
  const out = begin(OID.int, rows.length, rows.length * 8)
  let at = HEADER_BYTES
  for (let index = 0; index < rows.length; index++) {
    at = out.writeInt32BE(4, at)
    at = out.writeInt32BE(valueOf(rows[index] as T), at)
  }
  return out
}

/** bigint[] of whole numbers that JavaScript holds exactly. */
export function bigintArray<T>(rows: ArrayLike<T>, valueOf: (row: T) => number): Buffer {
  return longArray(OID.bigint, rows, valueOf)
}

/** timestamptz[] of milliseconds since 1970; -Infinity is before everything. */
export function timeArray<T>(rows: ArrayLike<T>, valueOf: (row: T) => number): Buffer {
  return longArray(OID.timestamptz, rows, row => {
    const ms = valueOf(row)
    return ms === -Infinity ? LEAST_LONG : Math.round((ms - EPOCH_MS) * 1000)
  })
}

/** text[]; an empty one is null. At most `most` letters of each are kept. */
export function textArray<T>(rows: ArrayLike<T>, valueOf: (row: T) => string, most: number): Buffer {
  let room = 0
  for (let index = 0; index < rows.length; index++)
    room += 4 + Math.min(valueOf(rows[index] as T).length, most) * UTF8_BYTES
  const out = begin(OID.text, rows.length, room)
  let at = HEADER_BYTES
  for (let index = 0; index < rows.length; index++) at = writeText(out, valueOf(rows[index] as T).slice(0, most), at)
  return out.subarray(0, at)
}

// What JavaScript counts as one letter takes up to three bytes.
const UTF8_BYTES = 3
const NUL = '\u0000'

function writeText(out: Buffer, text: string, at: number): number {
  if (text === '') return out.writeInt32BE(-1, at)
  const length = out.write(text.includes(NUL) ? text.replaceAll(NUL, '') : text, at + 4) // PostgreSQL's text holds no NUL
  out.writeInt32BE(length, at)
  return at + 4 + length
}

/** PostgreSQL counts microseconds from the beginning of 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const LEAST_LONG = -(2 ** 63)

function longArray<T>(oid: number, rows: ArrayLike<T>, valueOf: (row: T) => number): Buffer {
  const out = begin(oid, rows.length, rows.length * 12)
  let at = HEADER_BYTES
  for (let index = 0; index < rows.length; index++) {
    const value = valueOf(rows[index] as T)
    const high = Math.floor(value / 4_294_967_296)
    at = out.writeInt32BE(8, at)
    at = out.writeInt32BE(high, at)
    at = out.writeUInt32BE(value - high * 4_294_967_296, at)
  }
  return out
}

/** One dimension, with indexes from 1. It is declared to hold nulls, and PostgreSQL checks each element. */
function begin(oid: number, length: number, sizeBytes: number): Buffer {
  const out = Buffer.allocUnsafe(HEADER_BYTES + sizeBytes)
  out.writeInt32BE(1, 0)
  out.writeInt32BE(0, 4)
  out.writeInt32BE(oid, 8)
  out.writeInt32BE(length, 12)
  out.writeInt32BE(1, 16)
  return out
}
