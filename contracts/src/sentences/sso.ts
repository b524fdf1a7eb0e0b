export const sso = {
  'sso.otherWay': 'Sign in the way you did before, then connect the provider in your settings.',
  'sso.connected': 'The provider is connected. You can sign in with it now.',
  'sso.disconnected': 'The provider is disconnected.',
  'sso.chooseProvider': 'Choose gitlab, microsoft, linkedin or oidc.',
} as const
