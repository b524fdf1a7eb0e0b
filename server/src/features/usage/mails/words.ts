import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Channel } from '@notifly/contracts/applications/applications'

/** `{channel}`, `{organization}`, `{used}` and `{limit}` are filled in. */
interface Notice {
  subject: string
  text: string
}

interface UsageWords {
  /** As they stand before "messages". */
  channels: Record<Channel, string>
  /** Four fifths of the month's messages are used. */
  most: Notice
  /** All of them. */
  all: Notice
  /** Campaigns that waited for room go on. */
  released: Notice
  button: string
  note: string
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

/** The texts of mails about usage. */
export const USAGE_WORDS: Record<Locale, UsageWords> = {
  en: {
    channels: { email: 'email', sms: 'SMS', whatsapp: 'WhatsApp', webpush: 'web push', mobilepush: 'mobile push' },
    most: {
      subject: 'You’ve used 80% of this month’s {channel} messages',
      text: '{organization} has sent {used} of the {limit} {channel} messages in its plan this month. After that, new campaigns wait for a larger plan or the next month.',
    },
    all: {
      subject: 'This month’s {channel} messages are used up',
      text: '{organization} has sent {used} of the {limit} {channel} messages in its plan this month. Campaigns already sending continue. New ones wait for a larger plan or the next month.',
    },
    released: {
      subject: 'Your {channel} campaigns have resumed',
      text: 'The plan of {organization} has room again. Its {channel} campaigns on hold are sending now.',
    },
    button: 'View usage',
    note: 'You get this email because you’re an Owner or Admin of this organization.',
    copy: 'If the button doesn’t work, open this link in your browser:',
    footer: 'Sent by Notifly at {host}.',
  },
  es: {
    channels: { email: 'correo', sms: 'SMS', whatsapp: 'WhatsApp', webpush: 'push web', mobilepush: 'push móvil' },
    most: {
      subject: 'Ha usado el 80 % de los mensajes de {channel} de este mes',
      text: '{organization} ha enviado {used} de los {limit} mensajes de {channel} de su plan este mes. Al llegar al límite, las campañas nuevas esperan a un plan mayor o al mes siguiente.',
    },
    all: {
      subject: 'Se han agotado los mensajes de {channel} de este mes',
      text: '{organization} ha enviado {used} de los {limit} mensajes de {channel} de su plan este mes. Las campañas en curso continúan. Las nuevas esperan a un plan mayor o al mes siguiente.',
    },
    released: {
      subject: 'Sus campañas de {channel} se han reanudado',
      text: 'El plan de {organization} vuelve a tener espacio. Las campañas de {channel} en espera se están enviando.',
    },
    button: 'Ver el uso',
    note: 'Recibe este correo porque es propietario o administrador de esta organización.',
    copy: 'Si el botón no funciona, abra este enlace en su navegador:',
    footer: 'Enviado por Notifly en {host}.',
  },
  fr: {
    channels: { email: 'e-mail', sms: 'SMS', whatsapp: 'WhatsApp', webpush: 'push web', mobilepush: 'push mobile' },
    most: {
      subject: 'Vous avez utilisé 80 % des messages {channel} de ce mois',
      text: '{organization} a envoyé {used} des {limit} messages {channel} de sa formule ce mois-ci. Au-delà, les nouvelles campagnes attendent une formule supérieure ou le mois suivant.',
    },
    all: {
      subject: 'Les messages {channel} de ce mois sont épuisés',
      text: '{organization} a envoyé {used} des {limit} messages {channel} de sa formule ce mois-ci. Les campagnes en cours se poursuivent. Les nouvelles attendent une formule supérieure ou le mois suivant.',
    },
    released: {
      subject: 'Vos campagnes {channel} ont repris',
      text: 'La formule de {organization} a de nouveau de la place. Les campagnes {channel} en attente sont en cours d’envoi.',
    },
    button: 'Voir la consommation',
    note: 'Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de cette organisation.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}.',
  },
  hi: {
    channels: { email: 'ईमेल', sms: 'SMS', whatsapp: 'WhatsApp', webpush: 'वेब पुश', mobilepush: 'मोबाइल पुश' },
    most: {
      subject: 'आपने इस महीने के 80% {channel} संदेश इस्तेमाल कर लिए हैं',
      text: '{organization} ने इस महीने अपने प्लान के {limit} में से {used} {channel} संदेश भेजे हैं। सीमा पूरी होने पर नए अभियान बड़े प्लान या अगले महीने का इंतज़ार करेंगे।',
    },
    all: {
      subject: 'इस महीने के {channel} संदेश पूरे हो गए हैं',
      text: '{organization} ने इस महीने अपने प्लान के {limit} में से {used} {channel} संदेश भेजे हैं। जो अभियान भेजे जा रहे हैं, वे जारी रहेंगे। नए अभियान बड़े प्लान या अगले महीने का इंतज़ार करेंगे।',
    },
    released: {
      subject: 'आपके {channel} अभियान फिर से जारी हैं',
      text: '{organization} के प्लान में फिर से जगह है। इंतज़ार कर रहे {channel} अभियान अब भेजे जा रहे हैं।',
    },
    button: 'उपयोग देखें',
    note: 'आपको यह ईमेल इसलिए मिला है क्योंकि आप इस संगठन के ओनर या एडमिन हैं।',
    copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया।',
  },
}
