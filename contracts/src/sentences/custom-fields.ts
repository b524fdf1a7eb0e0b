export const customFields = {
  'customFields.form': 'Use lowercase letters, digits and _, and avoid reserved names.',
  'customFields.exists': 'A field with this name exists. Merge the two instead.',
  'customFields.other': 'Choose another field of this application.',
  'customFields.named': 'This field is used by: {{names}}.',
  'customFields.moving': 'This field’s values are still being changed.',
} as const
