/**
 * Whose messages they were whose deliveries are gone, as far as the contacts are still there (migration 0037). As parts of a statement:
 * a function of SQL that reads distributed tables would be refused where these are.
 */

/** `d`: the contact of a message, for a FROM that has what names the message; all as SQL. Further conditions may follow. */
export const joinPastRecipient = ({ application, run, seq }: Record<'application' | 'run' | 'seq', string>): string => `
  join kept_recipients p on p.application_id = ${application} and p.run_id = ${run} and p.part = (${seq} - 1) / 1000
  join kept_contact k on k.application_id = ${application} and k.no = p.contacts[(${seq} - 1) % 1000 + 1]
  join contact d on d.application_id = ${application} and d.contact_id = k.contact_id`

/** The address that such a contact has today on the channel; empty for none. */
export const addressOfPast = (channel: string): string =>
  `coalesce(case when ${channel} = 'email' then d.email_key when ${channel} in ('sms', 'whatsapp') then d.phone_number end, '')`
