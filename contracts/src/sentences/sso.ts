export const sso = {
  'sso.otherWay': 'Sign in the way you did before, then connect the provider in your settings.',
  'sso.connected': 'Provider connected. You can now sign in with it.',
  'sso.disconnected': 'Provider disconnected.',
  'sso.chooseProvider': 'Choose gitlab, microsoft, linkedin or oidc.',
} as const
