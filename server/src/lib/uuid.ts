import { randomFillSync } from 'node:crypto'

/**
 * UUID version 7 (RFC 9562): 48 bits of milliseconds, then a 32-bit counter (rand_a and the top of rand_b, its method 1), then 42 random
 * bits. Ids of this process sort in the order in which they were made.
 */

interface Sequence {
  ms: number
  counter: number
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Random bytes are fetched in bulk: a system call for each id costs more than the rest of it. */
const pool = new Uint8Array(4096)
let poolUsed = pool.length

const clocked: Sequence = { ms: -1, counter: 0 }
const given: Sequence = { ms: -1, counter: 0 }

/**
 * Returns a new id. Without an argument it is later than every one made so before, even if the clock steps back. With a time (milliseconds,
 * or a Date) it has exactly that time, and is later than the one made before for the same time.
 */
export function uuidv7(now?: number | Date): string {
  if (now === undefined) return next(clocked, Math.max(Date.now(), clocked.ms))
  return next(given, Number(now))
}

/** The lowest id of that millisecond: a bound for ranges of ids by time. No id is from before 1970. */
export function uuidv7Floor(date: Date): string {
  return `${timestampHex(Math.max(0, date.getTime()))}-7000-8000-000000000000`
}

/** When the id was made, to the millisecond. */
export function uuidv7Time(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

function next(sequence: Sequence, ms: number): string {
  const random = randomBytes(10)
  if (ms !== sequence.ms) {
    // Starts in the lower half, so that two billion ids fit into a millisecond.
    const seed = new DataView(pool.buffer, random + 6, 4).getUint32(0) >>> 1
    Object.assign(sequence, { ms, counter: seed })
  } else sequence.counter++
  return format(ms, sequence.counter, random)
}

/** Version in the 13th digit, variant (binary 10) in the 17th. */
function format(ms: number, counter: number, random: number): string {
  const randA = Math.floor(counter / 2 ** 20) // the upper 12 bits
  const high = (counter >>> 6) & 0x3fff // the next 14
  const low = ((counter & 0x3f) << 2) | (byteAt(random) & 0x03) // the last 6, and 2 random bits
  const group3 = (0x7000 | randA).toString(16)
  const group4 = (0x8000 | high).toString(16)
  const tail = hexAt(random + 1) + hexAt(random + 2) + hexAt(random + 3) + hexAt(random + 4) + hexAt(random + 5)
  return `${timestampHex(ms)}-${group3}-${group4}-${hex[low] ?? ''}${tail}`
}

function timestampHex(ms: number): string {
  const digits = ms.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Returns the position of that many fresh random bytes in the pool. */
function randomBytes(count: number): number {
  if (poolUsed + count > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += count
  return poolUsed - count
}

function byteAt(position: number): number {
  return pool[position] ?? 0
}

function hexAt(position: number): string {
  return hex[byteAt(position)] ?? ''
}
