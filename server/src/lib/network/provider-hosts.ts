/** Base URLs of providers that the operator may replace: the providers' own by default, or the sandbox's. */
export const PROVIDER_URLS = {
  ses: 'https://email.{region}.amazonaws.com',
  karix: 'https://japi.instaalerts.zone',
  twilio: 'https://api.twilio.com',
  whatsapp: 'https://graph.facebook.com',
  fcm: 'https://fcm.googleapis.com',
  google_oauth: 'https://oauth2.googleapis.com',
  apns: 'https://api.push.apple.com',
  apns_development: 'https://api.sandbox.push.apple.com',
  apns_safari: 'https://api.push.apple.com',
} as const
export type ProviderHost = keyof typeof PROVIDER_URLS

export const PROVIDER_HOSTS = Object.keys(PROVIDER_URLS) as readonly ProviderHost[]
