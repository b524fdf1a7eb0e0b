export const operator = {
  'operator.rebuilding': 'Rebuilding counters.',
  'operator.jobsAgain': 'Failed jobs are running again.',
} as const
