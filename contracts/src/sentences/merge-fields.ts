export const mergeFields = {
  'mergeFields.form': 'Use lowercase letters, digits and _, and avoid reserved names.',
  'mergeFields.exists': 'A field with this name exists. Merge the two instead.',
  'mergeFields.other': 'Choose another field of this application.',
  'mergeFields.named': 'This field is used by: {{names}}.',
  'mergeFields.moving': 'This field’s values are still being changed.',
} as const
