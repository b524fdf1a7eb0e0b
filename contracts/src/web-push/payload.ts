/** Size limits of a notification. The server refuses longer ones; the dashboard says so while a person writes. */

/** The payload that every push service accepts: 4,096 bytes (RFC 8030 section 7.2), minus 103 for encryption. */
export const PAYLOAD_MAX_BYTES = 3993

// Every URL that a click opens is one of ours.
const LINK_BYTES = 200
const FRAME_BYTES = 300

/** The smallest size of a notification with texts of this many bytes, whatever its merge fields contain. */
export function leastPayloadBytes(textBytes: number, buttons: number): number {
  return textBytes + FRAME_BYTES + LINK_BYTES * (1 + buttons)
}
