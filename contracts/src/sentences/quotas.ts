export const quotas = {
  'quotas.bytes':
    'This application may store {{limit}} MB of files and contents. It stores {{used}} MB, and this adds {{adding}} MB. Ask your operator for more room.',
  'quotas.campaigns':
    'This application may have {{limit}} campaigns. Delete a draft that is not used, or ask your operator for more room.',
  'quotas.contacts':
    'This application may have {{limit}} contacts. It has {{used}}, and this adds {{adding}}. Delete contacts or ask your operator for more room.',
  'quotas.keys':
    'This application may have {{limit}} keys. Delete one that is not used, or ask your operator for more room.',
  'quotas.requests':
    'This application may have {{limit}} requests waiting for approval. Have some of them decided first.',
  'quotas.segments':
    'This application may have {{limit}} segments. Delete one that is not used, or ask your operator for more room.',
  'quotas.templates':
    'This application may have {{limit}} templates. Delete one that is not used, or ask your operator for more room.',
  'quotas.erasing': 'A file with this person in it is being imported. Erase the contact when the import has ended.',
  'quotas.tooMuch': 'This application has too much in progress. Wait a few seconds, then try again.',
  'quotas.busy': 'The server is busy. Wait a few seconds, then try again.',
  'quotas.restarting': 'The server is about to restart. Try again in a moment.',
  'quotas.fields':
    'This application may have {{limit}} merge fields. It has {{used}}, and this adds {{adding}}. Delete fields or ask your operator for more room.',
  'quotas.listTooSlow': 'Reading this list took too long. Narrow it with filters.',
  'quotas.writeTooSlow': 'This change took too long, so nothing was changed. Make it smaller, or try again later.',
} as const
