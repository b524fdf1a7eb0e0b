export const signUpForms = {
  'signUpForms.nameTaken': 'A form with this name exists already.',
  'signUpForms.full': 'At most {{count}} sign-up forms. Delete one that is not used.',
  'signUpForms.fieldsMost': 'At most {{maximum}} fields.',
  'signUpForms.emailFirst': 'The first field is the email.',
  'signUpForms.fieldTwice': 'Ask for each field once.',
  'signUpForms.unknownField': 'There is no merge field "{{name}}".',
  'signUpForms.segment': 'Choose a segment without rules.',
  'signUpForms.redirect': 'Give a full address that begins with https://.',
} as const
