/** Sentences about channels: that a channel cannot send, or reports no opens. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentenceKey, type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** Whether the channel reports who opened a message. */
export function reportsOpens(channel: Channel): boolean {
  return channel === 'email' || channel === 'whatsapp'
}

/** For a campaign whose moment has come. */
export function blockedWords(channel: Channel): Sentence {
  return sentence('campaigns.blocked', { channel: nameOf(channel) })
}

const NOT_CONFIGURED = {
  launch: sentenceKey('campaigns.notConfigured'),
  resume: sentenceKey('campaigns.notConfiguredResume'),
  test: sentenceKey('campaigns.notConfiguredTest'),
}

/** Why the channel cannot send, and what to do once it is set up. */
export function notConfigured(then: keyof typeof NOT_CONFIGURED, channel: Channel): Sentence {
  return sentence(NOT_CONFIGURED[then], { channel: nameOf(channel) })
}

function nameOf(channel: Channel): Sentence {
  return sentence(`channelNames.${channel}`)
}
