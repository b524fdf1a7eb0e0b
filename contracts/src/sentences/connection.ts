export const connection = {
  'connection.connected': 'Connected to {{address}}, port {{port}}.',
  'connection.encrypted': 'The connection is encrypted.',
  'connection.unchecked':
    "The connection is encrypted, but the server's certificate was not checked: the server is in a private network. Add its authority to have it checked.",
  'connection.clear': 'The connection is not encrypted: the server or these settings do not ask for it.',
  'connection.noUser': 'No user name is set, so there was no sign-in.',
  'connection.signedIn': 'Signed in as {{name}}.',
  'connection.senderAccepted': '{{address}} is accepted ({{answer}}).',
  'connection.testRefused': 'The server did not take a test message to {{address}} ({{answer}}).',
  'connection.oneAtATime':
    'Two test messages were sent to {{address}}, one at a time: the server does not take commands behind the end of a message.',
  'connection.inOneGo': 'Two test messages were sent to {{address}}.',
  'connection.sesUnlimitedInSandbox':
    'Signed in: any number of messages in 24 hours, {{perSecond}} a second. {{reason}}',
  'connection.sesUnlimited': 'Signed in: any number of messages in 24 hours, {{perSecond}} a second.',
  'connection.sesInSandbox': 'Signed in: {{perDay}} messages in 24 hours, {{perSecond}} a second. {{reason}}',
  'connection.sesQuota': 'Signed in: {{perDay}} messages in 24 hours, {{perSecond}} a second.',
  'connection.sesNoAccount': 'Signed in. The key may not read the account, which is no fault.',
  'connection.sesNoSenders':
    'The key may not look up senders; only a test message shows whether {{address}} may be used.',
  'connection.sesVerify': '{{reason}} Verify {{address}} or its domain in this region first.',
  'connection.sesNoSets': 'The key may not look up configuration sets.',
  'connection.sesSet': 'The configuration set {{name}} is there.',
  'connection.sesOther': 'What answered is not Amazon SES.',
  'connection.google': 'Signed in at Google as {{address}}.',
  'connection.firebase': 'Firebase takes messages for the project {{name}}.',
  'connection.apple': 'Apple takes messages for {{name}}.',
  'connection.sesVerified': '{{identity}} is verified.',
  'connection.resolved': '{{host}} is {{addresses}}.',
  'connection.ready': 'The server is ready for mail.',
} as const
