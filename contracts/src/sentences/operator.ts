export const operator = {
  'operator.rebuilding': 'The counters are being rebuilt.',
} as const
