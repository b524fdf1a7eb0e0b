export const sdk = {
  'sdk.otherSite': 'Only pages of {{site}} can make this call.',
  'sdk.noSite': 'No site has this ID.',
  'sdk.subscriptionEnded': 'This subscription has ended. Subscribe again.',
  'sdk.wrongProof': 'The proof doesn’t match this ID. Create it on your server with the identity key.',
} as const
