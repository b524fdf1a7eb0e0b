export const signUpForms = {
  'signUpForms.nameTaken': 'A form with this name already exists.',
  'signUpForms.full': 'You can have up to {{count}} sign-up forms. Delete unused ones.',
  'signUpForms.fieldsMost': 'Use up to {{maximum}} fields.',
  'signUpForms.emailFirst': 'The first field must be the email.',
  'signUpForms.fieldTwice': 'Each field can be used once.',
  'signUpForms.unknownField': 'There is no merge field "{{name}}".',
  'signUpForms.segment': 'Choose a static segment.',
  'signUpForms.redirect': 'Enter a full URL that starts with https://.',
} as const
