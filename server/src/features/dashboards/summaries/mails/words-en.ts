import type { SummaryWords } from './summary-words.ts'

export const en: SummaryWords = {
  weekly: {
    subject: '{application}: your week',
    text: 'How your notifications did on {days}, compared with the week before.',
    note: 'You get this email every Monday because you asked for it on the dashboard.',
  },
  monthly: {
    subject: '{application}: your month',
    text: 'How your notifications did on {days}, compared with the month before.',
    note: 'You get this email on the first of each month because you asked for it on the dashboard.',
  },
  nothingSent: 'Nothing was sent on {days}. Your next campaign is a click away.',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  newContacts: 'New contacts',
  channels: {
    email: 'Email',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    webpush: 'Web push',
    mobilepush: 'Mobile push',
  },
  ofChannel: '{opened} opened, {clicked} clicked',
  button: 'Open the dashboard',
  stop: 'Stop these emails',
  copy: 'If the button doesn’t work, open this link in your browser:',
  footer: 'Sent by Notifly at {host}.',
  page: {
    title: 'Email summary of {application}',
    text: 'You get a summary of this application by email.',
    stop: 'Stop these emails',
    stopped: 'You won’t get this summary anymore',
    stoppedText: 'You can turn it on again on the dashboard of {application}.',
    unknown: 'This link doesn’t work',
    unknownText: 'It may be incomplete, or the application was deleted. Open it again from the email.',
    language: 'Language',
    languageName: 'English',
  },
}
