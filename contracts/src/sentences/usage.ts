export const usage = {
  'usage.runHeld':
    'Waiting for a larger plan or the next month: {{used}} of {{limit}} messages ({{channel}}) are sent or on their way.',
  'usage.contactsFull':
    'Your plan has room for {{limit}} contacts: you have {{used}}, and this adds {{adding}}. Upgrade your plan.',
  'usage.membersFull':
    'Your plan has no room for another member: {{used}} of {{limit}} are taken, open invitations included. Upgrade your plan.',
  'usage.applicationsFull':
    'Your plan has no room for another application: {{used}} of {{limit}} are in use. Upgrade your plan.',
  'usage.messagesUsedUp': 'This month’s {{limit}} messages ({{channel}}) are used up. Upgrade your plan.',
  'usage.olderThanPlan': 'Your plan shows the last {{days}} days. Upgrade your plan to see more.',
} as const
