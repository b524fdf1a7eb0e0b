/** Whether a contact can be written to on a channel, and if not, why. */
export const REACH_STATUSES = ['reachable', 'unsubscribed', 'suppressed', 'no_address'] as const
