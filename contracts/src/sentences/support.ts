export const support = {
  'support.received': 'Your ticket was sent. Support answers by email.',
} as const
