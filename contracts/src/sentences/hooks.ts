export const hooks = {
  'hooks.unconfirmed': 'a subscription wasn’t confirmed: the provider answered {{status}}',
  'hooks.notProvider': 'This call doesn’t come from the provider.',
  'hooks.noRoom': 'Too many reports are waiting. Send this one again later.',
} as const
