export const channelNames = {
  'channelNames.email': 'Email',
  'channelNames.sms': 'SMS',
  'channelNames.whatsapp': 'WhatsApp',
  'channelNames.webpush': 'Web push',
  'channelNames.mobilepush': 'Mobile push',
} as const
