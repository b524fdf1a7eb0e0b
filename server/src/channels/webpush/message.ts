/** The message that the channel writes and its provider sends. */
import type { SafariSettings } from './safari-settings.ts'

export interface WebPushMessage {
  /** The device's id. */
  recipient: string
  /** Where the browser's push service takes it (RFC 8030). Never built anew: it belongs to that service. */
  endpoint: string
  /** The browser's keys (RFC 8291), base64url. */
  keys: { p256dh: string; auth: string }
  /** JSON, at most PAYLOAD_MAX_BYTES of UTF-8. */
  payload: Buffer
  /** The same for every attempt: a later one takes the place of an earlier one that still waits (RFC 8030 section 5.4). */
  topic: string
}

/** The parts of a stored configuration that messages and their sending need. */
export interface WebPushConfiguration {
  /** Tells the push service who sends (RFC 8292). */
  site_url: string
  /** An address for push services that have something to say (RFC 8292 section 2.1), such as `mailto:`; the site's origin where absent. */
  contact?: string
  icon_url: string
  /** Base64url: a point of 65 bytes and its number of 32. */
  vapid_public_key: string
  vapid_private_key: string
  /** 1: Safari 7 to 15 are asked as well. */
  platform?: number
  safari?: SafariSettings | undefined
  /** PEM, of their certificate. */
  safari_key?: string | undefined
}
