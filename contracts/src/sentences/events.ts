export const events = {
  'events.oneContact': 'Name the contact by external_user_id or by contact_uuid, not both.',
  'events.noContact': 'No contact has this ID.',
  'events.name':
    'Use letters from A to Z and digits, with single spaces, underscores, dots, colons or hyphens between them.',
  'events.id': 'Use up to 255 printable characters.',
  'events.moment': 'Use ISO 8601 with an offset, such as 2026-11-20T09:30:00Z, or epoch seconds.',
  'events.tooOld': 'Events are kept for {{days}} days. This one is older.',
  'events.future': 'This is more than {{minutes}} minutes in the future.',
  'events.properties': 'An event can have up to {{maximum}} properties.',
  'events.value': 'Send text, a number, true or false. Lists and objects aren’t stored.',
  'events.number': 'Send numbers with up to 15 digits before the decimal point.',
  'events.propertyName': 'Use lowercase letters, digits and underscores, such as order_total.',
  'events.size': 'An event can take up to {{kilobytes}} KB.',
  'events.batch': 'Send up to {{maximum}} events at once.',
} as const
