/** Twilio: a number of its own, or a messaging service that chooses one. */
import { optionalText, rateField, secretField, textField } from './fields.ts'
import { isBlank, settingsForm } from './form.ts'

export const TWILIO = settingsForm(
  {
    account_sid: textField({
      section: 'account',
      maxLength: 34,
      pattern: /^AC[0-9a-f]{32}$/i,
      message: 'channels.accountSid',
    }),
    auth_token: secretField({ section: 'account', boundTo: ['account_sid'] }),
    from: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 20,
      pattern: /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11})$/,
      message: 'channels.twilioFrom',
      input: 'tel',
    }),
    messaging_service_sid: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 34,
      pattern: /^MG[0-9a-f]{32}$/i,
      message: 'channels.serviceSid',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  {
    title: () => 'Twilio',
    faults: ({ from, messaging_service_sid }) => {
      if (isBlank(from) && isBlank(messaging_service_sid)) {
        return [{ field: 'from', message: 'channels.numberOrService' }]
      }
      if (isBlank(from) || isBlank(messaging_service_sid)) return []
      return [{ field: 'messaging_service_sid', message: 'channels.notBoth' }]
    },
  },
)
