export const apiKeys = {
  'apiKeys.scopes': 'Choose at least one permission.',
  'apiKeys.scopeNeeded': 'This key needs the scope {{scope}}.',
  'apiKeys.nameTaken': 'A key with this name already exists.',
  'apiKeys.deleted': 'Key deleted.',
} as const
