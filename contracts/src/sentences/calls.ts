/** The dashboard's own sentences about calls that got no answer from the server. Separate from the others, since every page loads them. */
export const calls = {
  'errors.internal': 'Something went wrong on our side. Try again.',
  'errors.unreachable': 'Couldn’t reach the server. Check your connection and try again.',
} as const
