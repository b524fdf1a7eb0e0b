/** Karix: a key and a sender of its own for each kind of message. */
import { optionalText, rateField, secretField, textField } from './fields.ts'
import { settingsForm } from './form.ts'

const sender = () =>
  textField({
    section: 'senders',
    maxLength: 15,
    pattern: /^[A-Za-z0-9._-]+$/,
    message: 'channels.senderName',
  })

const key = () => secretField({ section: 'senders' })

export const KARIX = settingsForm(
  {
    otp_key: key(),
    otp_sender: sender(),
    transactional_key: key(),
    transactional_sender: sender(),
    promotional_key: key(),
    promotional_sender: sender(),
    dlt_entity_id: optionalText({
      section: 'dlt',
      maxLength: 30,
      pattern: /^\d+$/,
      message: 'channels.digits',
      input: 'numeric',
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  { title: () => 'Karix' },
)
