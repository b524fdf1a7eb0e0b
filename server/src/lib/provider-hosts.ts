/** Providers that are called at an address of the operator's choosing: their own, or the sandbox's. */
export const PROVIDER_HOSTS = [
  'ses',
  'karix',
  'twilio',
  'whatsapp',
  'fcm',
  'google_oauth',
  'apns',
  'apns_development',
  'apns_safari',
] as const
export type ProviderHost = (typeof PROVIDER_HOSTS)[number]
