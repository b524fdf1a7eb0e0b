/** What people read of a channel that nothing can be sent on. */
import type { Channel } from '@notifly/contracts/applications'

const NAMES: Record<Channel, string> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  webpush: 'Web push',
  mobilepush: 'Mobile push',
}

/** Of a campaign whose moment comes. */
export function blockedWords(channel: Channel): string {
  return `${NAMES[channel]} is not set up: this waits until it is.`
}

/** Of a campaign that cannot be launched; `then`: what to do once it is set up. */
export function notConfiguredWords(channel: Channel, then: string): string {
  return `${NAMES[channel]} is not set up yet. Set it up under Settings, Platform, then ${then}.`
}

/** Of a channel that this installation does not have. */
export function notAvailableWords(channel: Channel): string {
  return `${NAMES[channel]} is not available here.`
}
