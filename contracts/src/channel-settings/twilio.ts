/** Twilio: a number of its own, or a messaging service that chooses one. */
import { optionalText, rateField, secretField, textField } from './fields.ts'
import { isBlank, settingsForm } from './form.ts'

export const TWILIO = settingsForm(
  {
    account_sid: textField({
      section: 'account',
      maxLength: 34,
      pattern: /^AC[0-9a-f]{32}$/i,
      message: 'An account SID is AC and 32 digits or letters from a to f.',
    }),
    auth_token: secretField({ section: 'account', boundTo: ['account_sid'] }),
    from: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 20,
      pattern: /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11})$/,
      message: 'Enter a number such as +14155550123, a short code, or a name of up to 11 letters.',
      input: 'tel',
    }),
    messaging_service_sid: optionalText({
      section: 'from',
      isUnmarked: true,
      maxLength: 34,
      pattern: /^MG[0-9a-f]{32}$/i,
      message: 'The SID of a messaging service is MG and 32 digits or letters from a to f.',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  {
    title: () => 'Twilio',
    faults: ({ from, messaging_service_sid }) => {
      if (isBlank(from) && isBlank(messaging_service_sid)) {
        return [{ field: 'from', message: 'Enter a number, or a messaging service.' }]
      }
      if (isBlank(from) || isBlank(messaging_service_sid)) return []
      return [{ field: 'messaging_service_sid', message: 'Enter a number or a messaging service, not both.' }]
    },
  },
)
