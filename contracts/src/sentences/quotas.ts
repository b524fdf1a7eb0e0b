export const quotas = {
  'quotas.applications': 'An organization can have up to {{limit}} applications. Delete unused ones first.',
  'quotas.bytes':
    'Storage limit reached: {{used}} of {{limit}} MB used, and this adds {{adding}} MB. Ask your operator to raise it.',
  'quotas.campaigns': 'Limit of {{limit}} campaigns reached. Delete unused drafts, or ask your operator to raise it.',
  'quotas.contacts':
    'Limit of {{limit}} contacts reached: you have {{used}}, and this adds {{adding}}. Delete contacts, or ask your operator to raise it.',
  'quotas.events': 'Limit of {{limit}} MB of events reached. Ask your operator to raise it.',
  'quotas.eventNames': 'Limit of {{limit}} event names reached. Use one that exists, or ask your operator to raise it.',
  'quotas.eventProperties':
    'Limit of {{limit}} event properties reached. Use ones that exist, or ask your operator to raise it.',
  'quotas.keys': 'Limit of {{limit}} keys reached. Delete unused keys, or ask your operator to raise it.',
  'quotas.requests': 'Limit of {{limit}} pending requests reached. Wait until some are decided.',
  'quotas.roles': 'An organization can have up to {{limit}} roles. Delete unused ones first.',
  'quotas.segments': 'Limit of {{limit}} segments reached. Delete unused segments, or ask your operator to raise it.',
  'quotas.templates':
    'Limit of {{limit}} templates reached. Delete unused templates, or ask your operator to raise it.',
  'quotas.erasing': 'A file with this contact is being imported. Erase it when the import is done.',
  'quotas.tooMuch': 'Too much in progress. Wait a few seconds and try again.',
  'quotas.busy': 'The server is busy. Wait a few seconds and try again.',
  'quotas.restarting': 'The server is restarting. Try again in a moment.',
  'quotas.fields':
    'Limit of {{limit}} merge fields reached: you have {{used}}, and this adds {{adding}}. Delete fields, or ask your operator to raise it.',
  'quotas.listTooSlow': 'This list took too long to load. Narrow it with filters.',
  'quotas.writeTooSlow': 'This change took too long and was cancelled. Make it smaller, or try again later.',
} as const
