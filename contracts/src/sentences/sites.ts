export const sites = {
  'sites.workerFound': 'The worker is where browsers look for it.',
  'sites.notAllowed': '{{host}} is inside a private network, which is not allowed here',
  'sites.unreachable': '{{site}} could not be reached. {{reason}}',
  'sites.redirect': 'The site redirects to {{address}}. A worker must answer at its own address.',
  'sites.anotherAddress': 'another address',
  'sites.noFile': 'There is no file at {{path}}. Put the worker there.',
  'sites.status': 'The site answers {{status}} instead of the worker.',
  'sites.page': 'The site answers with a page instead of the worker. Often every unknown path leads to the start page.',
  'sites.type': 'The worker is sent as “{{type}}”. Browsers ask for text/javascript.',
  'sites.noImport': 'The worker does not import ours. It has to import {{wanted}}.',
  'sites.otherImport': 'The worker imports {{other}}. It has to import {{wanted}}.',
  'sites.otherApplication': 'The worker is that of another application. Take the file of this one.',
  'sites.scope':
    'A worker at {{path}} serves {{folder}} and below. For {{scope}} the site has to send the header Service-Worker-Allowed: {{scope}}',
} as const
