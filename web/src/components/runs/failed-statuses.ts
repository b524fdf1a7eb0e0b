/** Ends without success, also as one filter of a run's recipients. Who complained had got the message. */
export const FAILED_STATUSES = ['failed', 'bounced', 'expired', 'cancelled'] as const
export const FAILED_FILTER = FAILED_STATUSES.join(',')
