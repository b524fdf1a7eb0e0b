export const mail = {
  'mail.part': '{{part}}: {{problem}}',
  'mail.control': 'contains a line break or control character',
  'mail.noAddress': '{{address}} isn’t an email address',
  'mail.longWord': 'contains a word too long for a line',
  'mail.ascii': 'only ASCII is allowed',
  'mail.attachments': 'at most {{maximum}}',
  'mail.attachmentType': '{{type}} isn’t a content type',
  'mail.noContent': 'neither HTML nor text',
} as const
