export const sites = {
  'sites.workerFound': 'The worker is in place.',
  'sites.notAllowed': '{{host}} is in a private network, which isn’t allowed here',
  'sites.unreachable': 'Couldn’t reach {{site}}. {{reason}}',
  'sites.redirect': 'The site redirects to {{address}}. Serve the worker at its own address.',
  'sites.anotherAddress': 'another address',
  'sites.noFile': 'No file at {{path}}. Upload the worker there.',
  'sites.status': 'The site returns {{status}} instead of the worker.',
  'sites.page': 'The site returns a page instead of the worker. Unknown paths may lead to its home page.',
  'sites.type': 'The worker is served as “{{type}}”. Browsers require text/javascript.',
  'sites.noImport': 'The worker doesn’t import ours. It must import {{wanted}}.',
  'sites.otherImport': 'The worker imports {{other}}. It must import {{wanted}}.',
  'sites.otherApplication': 'The worker belongs to another application. Use this application’s file.',
  'sites.scope':
    'A worker at {{path}} covers {{folder}} and below. For {{scope}}, send the header Service-Worker-Allowed: {{scope}}',
} as const
