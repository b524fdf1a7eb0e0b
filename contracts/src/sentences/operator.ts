export const operator = {
  'operator.rebuilding': 'Rebuilding counters.',
} as const
