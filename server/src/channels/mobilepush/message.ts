/** The message that the channel writes and its provider sends. */

/** Firebase Cloud Messaging sends to Android, and to iOS apps that use it; Apple's service sends to other iOS apps. */
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

/** Limit of both services for one notification. */
export const PAYLOAD_MAX_BYTES = 4096

/** A stored configuration, with its names in the API. Either half may be missing. */
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

/** Returns a token in the form that identifies its device: Apple's are hexadecimal, and apps write them in upper or lower case. */
export function endpointOf(deviceToken: string): string {
  return isApples(deviceToken) ? deviceToken.toLowerCase() : deviceToken
}

/** Returns the service for a device; null if it is not set up. Tokens of Apple are hexadecimal, those of Firebase are not, on any phone. */
export function serviceOf(configuration: MobilePushConfiguration, deviceToken: string): PushService | null {
  if (isApples(deviceToken)) return configuration.apns_key ? 'apns' : null
  return configuration.fcm_service_account ? 'fcm' : null
}

function isApples(deviceToken: string): boolean {
  return /^[0-9a-f]{64,200}$/i.test(deviceToken)
}
