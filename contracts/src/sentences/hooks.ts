export const hooks = {
  'hooks.unconfirmed': 'a subscription was not confirmed: the provider answered {{status}}',
  'hooks.notProvider': 'This call does not come from the provider.',
  'hooks.noRoom': 'Too many reports of this application are waiting. Send this one again later.',
} as const
