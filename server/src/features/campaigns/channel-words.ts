/** What people read of channels: that nothing can be sent on one, or nothing is heard. */
import type { Channel } from '@notifly/contracts/applications'

const NAMES: Record<Channel, string> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  webpush: 'Web push',
  mobilepush: 'Mobile push',
}

/** Whether we hear on a channel who opened a message. */
export function hearsOpens(channel: Channel): boolean {
  return channel === 'email' || channel === 'whatsapp'
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
