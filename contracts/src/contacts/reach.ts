/** Whether messages of a channel can be sent to a contact, and if not, why. */
export const REACH_STATUSES = ['reachable', 'unsubscribed', 'suppressed', 'no_address'] as const
