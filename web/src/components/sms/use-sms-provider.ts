import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { MessageClass } from '@notifly/contracts/campaigns/content'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { chosenIn } from '@notifly/contracts/channel-settings/channels'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../session/use-session.ts'

interface SmsProvider {
  /** "Karix" or "Twilio"; undefined if none is set up, and for readers who may not see the settings. */
  provider: string | undefined
  /** The sender shown on the phone; undefined if unknown. Karix has a sender for each message class. */
  senderOf: (messageClass?: MessageClass) => string | undefined
}

/** The provider of the application's text messages, and the sender's name. */
export function useSmsProvider(): SmsProvider {
  const enabled = useCan(ACTIVITY.platformSms, 'read')
  const { data } = useRead(CONFIGURATION_CALLS.sms.read, {}, { enabled })
  const chosen = data ? chosenIn('sms', data) : undefined
  return {
    provider: chosen?.type,
    senderOf: messageClass => {
      const sender = chosen?.settings[chosen.type === 'Twilio' ? 'from' : `${messageClass}_sender`]
      return typeof sender === 'string' && sender !== '' ? sender : undefined
    },
  }
}
