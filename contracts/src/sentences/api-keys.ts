export const apiKeys = {
  'apiKeys.scopes': 'Choose at least one thing that the key may do.',
  'apiKeys.scopeNeeded': 'This key may not do that: it needs the scope {{scope}}.',
  'apiKeys.nameTaken': 'A key with this name exists already.',
  'apiKeys.deleted': 'The key is deleted.',
} as const
