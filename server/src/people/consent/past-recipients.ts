/**
 * Recipients of messages whose deliveries have been deleted, if their contacts still exist (migration 0037). These are parts of statements:
 * distributed tables do not allow SQL functions that read them.
 */

/** `d`: the contact of a message, for a FROM with the message's key; all are SQL. Further conditions may follow. */
export const joinPastRecipient = ({ application, run, seq }: Record<'application' | 'run' | 'seq', string>): string => `
  join kept_recipients p on p.application_id = ${application} and p.run_id = ${run} and p.part = (${seq} - 1) / 1000
  join kept_contact k on k.application_id = ${application} and k.no = p.contacts[(${seq} - 1) % 1000 + 1]
  join contact d on d.application_id = ${application} and d.contact_id = k.contact_id`

/** SQL expression: the contact's current address on the channel; empty for none. */
export const addressOfPast = (channel: string): string =>
  `coalesce(case when ${channel} = 'email' then d.email_key when ${channel} in ('sms', 'whatsapp') then d.phone_number end, '')`
