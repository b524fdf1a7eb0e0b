export const customFields = {
  'customFields.form': 'Use small letters, digits and _, and no name of a column of ours.',
  'customFields.exists': 'A field with this name exists. Join the two instead.',
  'customFields.other': 'Choose another field of this application.',
  'customFields.named': 'This field is named by: {{names}}.',
  'customFields.moving': 'The values of this field are still being changed.',
} as const
