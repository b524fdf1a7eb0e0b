export const support = {
  'support.received': 'Ticket sent. We’ll reply by email.',
} as const
