/** What the dashboard says of a call by itself, when no answer of ours came. Apart from the others, since every page loads it. */
export const calls = {
  'errors.internal': 'Something went wrong on our side. Nothing you typed is lost; try again.',
  'errors.unreachable': 'The server cannot be reached. Check your connection, then try again.',
} as const
