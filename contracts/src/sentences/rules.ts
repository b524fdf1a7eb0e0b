export const rules = {
  'rules.day': 'Use a day of the calendar, in the form YYYY-MM-DD.',
  'rules.order': 'The end comes before the beginning.',
  'rules.empty': 'Add a condition.',
  'rules.depth': 'Groups can be nested {{levels}} deep.',
} as const
