/** What the channel writes and its provider hands over. */

/** Firebase Cloud Messaging takes messages for Android, and for apps of iOS that use it; Apple's service takes its own. */
export type PushService = 'fcm' | 'apns'

export interface MobilePushMessage {
  /** The device's id. */
  recipient: string
  service: PushService
  /** The push service's name for the device. */
  deviceToken: string
  /** JSON as the service takes it, at most PAYLOAD_MAX_BYTES of UTF-8 where it counts. */
  payload: string
  /** The same for every attempt: a later one takes the place of an earlier one. At most 64 bytes. */
  collapseId: string
  /** When the device last said that it has this name. */
  seenAt?: Date | undefined
}

/** What both services take of one notification. */
export const PAYLOAD_MAX_BYTES = 4096

/** A stored configuration, under its names on the wire. Each half may be missing. */
export interface MobilePushConfiguration {
  /** The JSON file of a service account of Google Cloud. */
  fcm_service_account?: string
  apns_key_id?: string
  apns_team_id?: string
  apns_bundle_id?: string
  apns_environment?: 'production' | 'development'
  /** A .p8 key. */
  apns_key?: string
  max_connections?: number
}

/** A token as its device is known by: Apple's are hexadecimal, and apps write them in either case. */
export function endpointOf(deviceToken: string): string {
  return isApples(deviceToken) ? deviceToken.toLowerCase() : deviceToken
}

/**
 * Which service takes messages for a device; null when it is not set up. The name tells them apart: Apple's are hexadecimal,
 * Firebase's are not, whatever phone they belong to.
 */
export function serviceOf(configuration: MobilePushConfiguration, deviceToken: string): PushService | null {
  if (isApples(deviceToken)) return configuration.apns_key ? 'apns' : null
  return configuration.fcm_service_account ? 'fcm' : null
}

function isApples(deviceToken: string): boolean {
  return /^[0-9a-f]{64,200}$/i.test(deviceToken)
}
