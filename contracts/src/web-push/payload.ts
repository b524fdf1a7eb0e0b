/** How long a notification may be. The server refuses what is longer; the dashboard says it while a person writes. */

/** What every push service takes: 4,096 bytes (RFC 8030 section 7.2), less the 103 that sealing adds. */
export const PAYLOAD_MAX_BYTES = 3993

// Every address that a click leads to is one of ours.
const LINK_BYTES = 200
const FRAME_BYTES = 300

/** The least that a notification takes with texts of so many bytes, whatever its merge fields hold. */
export function leastPayloadBytes(textBytes: number, buttons: number): number {
  return textBytes + FRAME_BYTES + LINK_BYTES * (1 + buttons)
}
