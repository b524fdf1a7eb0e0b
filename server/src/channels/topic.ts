import type { MessageRecipient } from './channel.ts'

const LETTERS = 32

/**
 * By what a device knows that a message takes the place of an earlier attempt: at most 32 letters of base64url (RFC 8030 section 5.4;
 * `apns-collapse-id` takes 64 bytes). Differs from delivery to delivery, and is the same for every attempt.
 */
export function topicOf({ token, messageId }: MessageRecipient): string {
  // A message of no run names no delivery.
  return token === '' ? messageId.replaceAll('-', '') : token.slice(-LETTERS)
}
