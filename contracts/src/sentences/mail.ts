export const mail = {
  'mail.part': '{{part}}: {{problem}}',
  'mail.control': 'holds a line break or a control character',
  'mail.noAddress': '{{address}} is not an address',
  'mail.longWord': 'holds a word too long for a line',
  'mail.ascii': 'only ASCII can stand here',
  'mail.attachments': 'at most {{maximum}}',
  'mail.attachmentType': '{{type}} is not a type of content',
  'mail.noContent': 'neither HTML nor text',
} as const
