export const billing = {
  'billing.cancelling': 'Your Cancellation request is in progress',
  'billing.preferencesSaved': 'Billing preferences saved.',
} as const
