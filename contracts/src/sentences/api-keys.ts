export const apiKeys = {
  'apiKeys.scopes': 'Choose at least one permission.',
  'apiKeys.scopeNeeded': 'This key needs the scope {{scope}}.',
  'apiKeys.nameTaken': 'A key with this name already exists.',
  'apiKeys.deleted': 'Key deleted.',
  'apiKeys.grantType': 'Send grant_type=client_credentials.',
  'apiKeys.oneWay': 'Send the client secret once: in the Authorization header or in the body.',
  'apiKeys.wrongClient': 'Send the client ID and secret of a key.',
  'apiKeys.wrongKey': 'Send the client ID and secret of a key, or an access token that hasn’t expired.',
  'apiKeys.scopeNotGranted': 'This key doesn’t have the scope {{scope}}.',
} as const
