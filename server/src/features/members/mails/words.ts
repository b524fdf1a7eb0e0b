import type { Locale } from '@notifly/contracts/accounts/accounts'

interface InvitationWords {
  subject: string
  /** `{inviter}` and `{organization}` are names. */
  text: string
  button: string
  note: string
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

/** The texts of an invitation's mail. */
export const INVITATION_WORDS: Record<Locale, InvitationWords> = {
  en: {
    subject: 'You’re invited to Notifly',
    text: '{inviter} invited you to join the organization {organization} on Notifly, where your team plans and sends customer messages.',
    button: 'View invitation',
    note: 'This link is only for you and expires in seven days. If you don’t know the sender, you can ignore this email.',
    copy: 'If the button doesn’t work, open this link in your browser:',
    footer: 'Sent by Notifly at {host} because someone invited this address.',
  },
  es: {
    subject: 'Tiene una invitación a Notifly',
    text: '{inviter} le ha invitado a unirse a la organización {organization} en Notifly, donde su equipo planifica y envía los mensajes a sus clientes.',
    button: 'Ver la invitación',
    note: 'El enlace es solo para usted y caduca en siete días. Si no conoce a quien le invita, puede ignorar este correo.',
    copy: 'Si el botón no funciona, abra este enlace en su navegador:',
    footer: 'Enviado por Notifly en {host} porque alguien ha invitado a esta dirección.',
  },
  fr: {
    subject: 'Vous êtes invité à rejoindre Notifly',
    text: '{inviter} vous invite à rejoindre l’organisation {organization} sur Notifly, où votre équipe planifie et envoie les messages à vos clients.',
    button: 'Voir l’invitation',
    note: 'Ce lien n’est que pour vous et expire dans sept jours. Si vous ne connaissez pas la personne qui vous invite, vous pouvez ignorer cet e-mail.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}, car quelqu’un a invité cette adresse.',
  },
  hi: {
    subject: 'आपको Notifly पर आमंत्रित किया गया है',
    text: '{inviter} ने आपको Notifly पर संगठन {organization} में शामिल होने के लिए आमंत्रित किया है, जहाँ आपकी टीम ग्राहकों के लिए संदेश तैयार करती और भेजती है।',
    button: 'आमंत्रण देखें',
    note: 'यह लिंक केवल आपके लिए है और सात दिन में समाप्त हो जाता है। अगर आप आमंत्रित करने वाले को नहीं जानते, तो इस ईमेल को अनदेखा कर सकते हैं।',
    copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया, क्योंकि किसी ने इस पते को आमंत्रित किया।',
  },
}
