/**
 * What payers are told. `failed`: a charge, which is tried again. `halted`: it never went through. `soon` and `due`: a year ends, or has
 * ended and can still be renewed. `ended`: it is over, and nobody asked for it.
 */
export const MAIL_KINDS = ['failed', 'halted', 'soon', 'due', 'ended'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
