export const tags = {
  'tags.form': 'A tag has no commas.',
  'tags.tooMany': 'At most {{maximum}} tags on one.',
  'tags.things': 'At most 1,000 at once.',
} as const
