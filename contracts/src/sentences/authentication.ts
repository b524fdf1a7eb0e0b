/** Sentences about SPF, DKIM and DMARC of a sender's domain. */
export const authentication = {
  'authentication.spfOk': 'Receivers accept {{server}} as a sender for {{domain}}.',
  'authentication.spfMissing': '{{domain}} has no SPF record, so receivers can’t tell who may send for it.',
  'authentication.spfMany':
    '{{domain}} has {{count}} SPF records. Receivers accept only one: merge them into the one below.',
  'authentication.spfTerm': 'Receivers can’t read the SPF record: “{{term}}” isn’t valid.',
  'authentication.spfLookups': 'The SPF record needs more than {{maximum}} DNS lookups, so receivers reject it.',
  'authentication.spfInclude': 'The SPF record refers to {{name}}, which has no valid SPF record.',
  'authentication.spfAnyone': 'The SPF record lets anyone send as {{domain}}. End it with ~all.',
  'authentication.spfOpenEnd': 'The SPF record says nothing about other servers. End it with ~all.',
  'authentication.spfNotNamed': 'The SPF record doesn’t name {{server}}. Replace it with the one below.',
  'authentication.spfOwnDomain':
    'The SPF record doesn’t name {{server}}, which usually passes SPF with its own domain. Naming it is safer.',
  'authentication.spfNotCovered':
    'The SPF record doesn’t cover {{server}}. If emails leave from there, replace it with the one below.',
  'authentication.spfPrivate':
    'The SPF record is valid. {{server}} is on a private network: check that its public address is listed.',
  'authentication.spfUnsure': 'The SPF record is valid, but only receivers can work out whether it covers {{server}}.',
  'authentication.dkimOk': 'Receivers can verify the signatures: DNS has the key that signs here.',
  'authentication.dkimMissing': 'DNS has no key at {{host}}, so receivers can’t verify the signatures.',
  'authentication.dkimOther': 'DNS has another key at {{host}} than the one that signs here. Replace it.',
  'authentication.dkimRevoked': 'The key at {{host}} is withdrawn (its p= is empty). Replace it.',
  'authentication.dkimBroken': 'The record at {{host}} isn’t a DKIM key for email. Replace it.',
  'authentication.dkimMany': 'DNS has {{count}} keys at {{host}}. Keep only the one below.',
  'authentication.dkimTesting': 'The key is right, but marked as a test (t=y). Remove the mark to make it count.',
  'authentication.dkimUnset':
    'Emails aren’t signed here. If your mail server doesn’t sign them either, set up a DKIM signature.',
  'authentication.dkimSes': 'Amazon SES signs your emails. Its console shows whether {{domain}} is verified.',
  'authentication.dmarcQuarantine': 'Receivers move emails that fail these checks to spam.',
  'authentication.dmarcReject': 'Receivers refuse emails that fail these checks.',
  'authentication.dmarcNone':
    'DMARC only watches (p=none). Once reports show no failures of yours, ask receivers to quarantine.',
  'authentication.dmarcPart': 'The DMARC policy applies to {{percent}}% of emails only.',
  'authentication.dmarcMissing': '{{domain}} has no DMARC record. Gmail and Yahoo expect one of bulk senders.',
  'authentication.dmarcMany': '{{domain}} has {{count}} DMARC records, so receivers ignore them. Keep one.',
  'authentication.dmarcTerm': 'Receivers can’t read the DMARC record: “{{term}}” isn’t valid.',
  'authentication.dmarcNotAligned':
    'Emails fail DMARC: they’re signed by {{signer}}, but come from {{domain}}. Sign as the sender’s domain.',
  'authentication.tooLong': 'The record at {{host}} is longer than receivers read.',
  'authentication.dnsSilent': 'DNS didn’t answer in time. Check again later.',
  'authentication.dnsFailed': 'DNS couldn’t be read ({{code}}). Check again later.',
} as const
