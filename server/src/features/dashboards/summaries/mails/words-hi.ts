import type { SummaryWords } from './summary-words.ts'

export const hi: SummaryWords = {
  weekly: {
    subject: '{application}: आपका सप्ताह',
    text: '{days} को आपकी सूचनाओं का असर, पिछले सप्ताह की तुलना में।',
    note: 'यह ईमेल आपको हर सोमवार आता है, क्योंकि आपने डैशबोर्ड पर इसे चुना था।',
  },
  monthly: {
    subject: '{application}: आपका महीना',
    text: '{days} को आपकी सूचनाओं का असर, पिछले महीने की तुलना में।',
    note: 'यह ईमेल आपको हर महीने की पहली तारीख को आता है, क्योंकि आपने डैशबोर्ड पर इसे चुना था।',
  },
  nothingSent: '{days} को कुछ नहीं भेजा गया। आपका अगला अभियान बस एक क्लिक दूर है।',
  sent: 'भेजे गए',
  delivered: 'पहुँचे',
  opened: 'खोले गए',
  clicked: 'क्लिक',
  unsubscribed: 'सदस्यता छोड़ी',
  newContacts: 'नए संपर्क',
  channels: {
    email: 'ईमेल',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    webpush: 'वेब पुश',
    mobilepush: 'मोबाइल पुश',
  },
  ofChannel: '{opened} खोले गए, {clicked} क्लिक',
  button: 'डैशबोर्ड खोलें',
  stop: 'ये ईमेल बंद करें',
  copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
  footer: '{host} पर Notifly द्वारा भेजा गया।',
  page: {
    title: '{application} का ईमेल सारांश',
    text: 'इस ऐप्लिकेशन का सारांश आपको ईमेल से मिलता है।',
    stop: 'ये ईमेल बंद करें',
    stopped: 'अब आपको यह सारांश नहीं मिलेगा',
    stoppedText: 'आप इसे {application} के डैशबोर्ड पर फिर से चालू कर सकते हैं।',
    unknown: 'यह लिंक काम नहीं करता',
    unknownText: 'यह अधूरा हो सकता है, या ऐप्लिकेशन हटा दिया गया है। इसे ईमेल से दोबारा खोलें।',
    language: 'भाषा',
    languageName: 'हिन्दी',
  },
}
