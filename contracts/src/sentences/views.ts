export const views = {
  'views.nameTaken': 'You have a view with this name.',
  'views.tooMany': 'At most {{most}} views of one list. Delete one first.',
} as const
