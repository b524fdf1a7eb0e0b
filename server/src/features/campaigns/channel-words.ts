/** What people read of channels: that nothing can be sent on one, or nothing is heard. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { says, type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** Whether we hear on a channel who opened a message. */
export function hearsOpens(channel: Channel): boolean {
  return channel === 'email' || channel === 'whatsapp'
}

/** Of a campaign whose moment comes. */
export function blockedWords(channel: Channel): Sentence {
  return sentence('campaigns.blocked', { channel: nameOf(channel) })
}

const NOT_CONFIGURED = {
  launch: says('campaigns.notConfigured'),
  resume: says('campaigns.notConfiguredResume'),
  test: says('campaigns.notConfiguredTest'),
}

/** Why nothing can be sent, and what to do once the channel is set up. */
export function notConfigured(then: keyof typeof NOT_CONFIGURED, channel: Channel): Sentence {
  return sentence(NOT_CONFIGURED[then], { channel: nameOf(channel) })
}

function nameOf(channel: Channel): Sentence {
  return sentence(`channelNames.${channel}`)
}
