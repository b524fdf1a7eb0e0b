/**
 * The mails to payers. `failed`: a charge failed and is tried again. `halted`: the charges were given up. `soon` and `due`: a year ends
 * soon, or has ended and can still be renewed. `ended`: the subscription ended without being cancelled.
 */
export const MAIL_KINDS = ['failed', 'halted', 'soon', 'due', 'ended'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
