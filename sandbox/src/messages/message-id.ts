// A message's id is a UUIDv7 that contains 48 bits of arrival time and, in its last 48 bits, the message's number in
// the store. Finding a message by its id therefore needs no index in memory.

const ID_PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-7000-8000-([0-9a-f]{12})$/i

/** The id of message number `seq`, which arrived at `atMs` (epoch milliseconds). */
export function messageId(atMs: number, seq: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${seq.toString(16).padStart(12, '0')}`
}

/** The time and number in an id; undefined for an id that `messageId` did not create. */
export function readMessageId(id: string): { atMs: number; seq: number } | undefined {
  const match = ID_PATTERN.exec(id)
  if (!match) return undefined
  const [, high = '', low = '', seq = ''] = match
  return { atMs: Number.parseInt(high + low, 16), seq: Number.parseInt(seq, 16) }
}
