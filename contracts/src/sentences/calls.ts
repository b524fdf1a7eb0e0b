/** What the dashboard says of a call by itself, when no answer of ours came. Apart from the others, since every page loads it. */
export const calls = {
  'errors.internal': 'Something went wrong on our side. Try again.',
  'errors.unreachable': 'Couldn’t reach the server. Check your connection and try again.',
} as const
