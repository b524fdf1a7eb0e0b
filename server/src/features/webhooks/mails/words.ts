import type { Locale } from '@notifly/contracts/accounts/accounts'

interface TurnedOffWords {
  subject: string
  /** It answered 410. `{webhook}` and `{application}` are names. */
  gone: string
  /** It took nothing for five days. */
  failing: string
  button: string
  note: string
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

/** The texts of the mail about an endpoint that was turned off. */
export const TURNED_OFF_WORDS: Record<Locale, TurnedOffWords> = {
  en: {
    subject: 'A webhook was turned off',
    gone: 'The webhook {webhook} of {application} answered 410 Gone, so Notifly turned it off. It gets no more events.',
    failing:
      'The webhook {webhook} of {application} accepted nothing for five days, so Notifly turned it off. Fix the address, turn it on and recover what it missed.',
    button: 'View webhook',
    note: 'You get this email because you created or changed this webhook.',
    copy: 'If the button doesn’t work, open this link in your browser:',
    footer: 'Sent by Notifly at {host}.',
  },
  es: {
    subject: 'Se ha desactivado un webhook',
    gone: 'El webhook {webhook} de {application} respondió 410 Gone, así que Notifly lo ha desactivado. Ya no recibe eventos.',
    failing:
      'El webhook {webhook} de {application} no aceptó nada durante cinco días, así que Notifly lo ha desactivado. Corrija la dirección, actívelo y recupere lo que no recibió.',
    button: 'Ver el webhook',
    note: 'Recibe este correo porque creó o modificó este webhook.',
    copy: 'Si el botón no funciona, abra este enlace en su navegador:',
    footer: 'Enviado por Notifly en {host}.',
  },
  fr: {
    subject: 'Un webhook a été désactivé',
    gone: 'Le webhook {webhook} de {application} a répondu 410 Gone : Notifly l’a désactivé. Il ne reçoit plus d’événements.',
    failing:
      'Le webhook {webhook} de {application} n’a rien accepté pendant cinq jours : Notifly l’a désactivé. Corrigez l’adresse, activez-le et récupérez ce qui lui manque.',
    button: 'Voir le webhook',
    note: 'Vous recevez cet e-mail parce que vous avez créé ou modifié ce webhook.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}.',
  },
  hi: {
    subject: 'एक वेबहुक बंद कर दिया गया',
    gone: '{application} के वेबहुक {webhook} ने 410 Gone जवाब दिया, इसलिए Notifly ने उसे बंद कर दिया। अब उसे कोई इवेंट नहीं मिलता।',
    failing:
      '{application} के वेबहुक {webhook} ने पाँच दिन तक कुछ स्वीकार नहीं किया, इसलिए Notifly ने उसे बंद कर दिया। पता ठीक करें, उसे चालू करें और छूटे हुए इवेंट वापस पाएँ।',
    button: 'वेबहुक देखें',
    note: 'आपको यह ईमेल इसलिए मिला है क्योंकि आपने यह वेबहुक बनाया या बदला था।',
    copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया।',
  },
}
