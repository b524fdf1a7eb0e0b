export const sdk = {
  'sdk.otherSite': 'This call is for the pages of {{site}} alone.',
  'sdk.noSite': 'There is no site of this id.',
  'sdk.subscriptionEnded': 'The push service has ended this subscription. Subscribe anew.',
  'sdk.wrongProof': 'The proof does not fit this id. Make it on your server, with the identity key.',
} as const
