/** The WhatsApp Cloud API. The unusual spelling of the business account is part of the API. */
import { defaultedNumber, idField, optionalText, secretField } from './fields.ts'
import { settingsForm } from './form.ts'

export const WHATSAPP = settingsForm(
  {
    buisness_account_id: idField({ section: 'account' }),
    phone_number_id: idField({ section: 'account' }),
    token: secretField({ section: 'account', wide: true, boundTo: ['buisness_account_id'] }),
    app_id: optionalText({
      section: 'app',
      maxLength: 40,
      pattern: /^\d+$/,
      message: 'channels.digits',
      input: 'numeric',
    }),
    // WhatsApp's initial limit for every number; some are raised to 1,000.
    messages_per_second: defaultedNumber({
      section: 'limits',
      minimum: 1,
      maximum: 1000,
      message: 'channels.messageRate',
      initial: 80,
    }),
    // It is used here to verify signatures and never sent anywhere.
    app_secret: secretField({ section: 'app', optional: true }),
  },
  { title: () => 'WhatsApp', generated: ['verify_token'] },
)
