// The id of a message is a UUIDv7 that holds its own place: 48 bits of arrival time and, in the last 48 bits, the number the
// store gave it. Finding a message by id therefore needs no table of ids in memory.

const ID_PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-7000-8000-([0-9a-f]{12})$/i

/** The id of the message that arrived at `atMs` (epoch milliseconds) as number `seq`. */
export function messageId(atMs: number, seq: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${seq.toString(16).padStart(12, '0')}`
}

/** The time and number inside an id, or undefined for anything that `messageId` did not write. */
export function readMessageId(id: string): { atMs: number; seq: number } | undefined {
  const match = ID_PATTERN.exec(id)
  if (!match) return undefined
  const [, high = '', low = '', seq = ''] = match
  return { atMs: Number.parseInt(high + low, 16), seq: Number.parseInt(seq, 16) }
}
