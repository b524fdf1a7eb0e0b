export const rules = {
  'rules.day': 'Use a valid date in the format YYYY-MM-DD.',
  'rules.order': 'The end is before the start.',
  'rules.empty': 'Add a condition.',
  'rules.depth': 'Groups can be nested up to {{levels}} levels deep.',
  'rules.comparisons': 'Compare up to {{maximum}} properties.',
} as const
