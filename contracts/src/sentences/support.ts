export const support = {
  'support.received': 'Ticket sent. We’ll reply by email.',
  'support.tooMany': 'You’ve sent {{limit}} tickets within an hour. Your text stays here: send it in {{minutes}} min.',
} as const
