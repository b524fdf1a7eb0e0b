import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { MessageClass } from '@notifly/contracts/campaigns/content'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { chosenIn } from '@notifly/contracts/channel-settings/channels'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../session/use-session.ts'

interface SmsProvider {
  /** "Karix" or "Twilio"; undefined where there is none, and for those who may not see the settings. */
  provider: string | undefined
  /** Shown above a message on the phone, as far as that is known. Karix has a sender for each class. */
  senderOf: (messageClass?: MessageClass) => string | undefined
}

/** Who carries the application's text messages, and under which name. */
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
