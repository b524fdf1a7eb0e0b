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

/** What the mail of an invitation says. */
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
    text: '{inviter} le ha invitado a unirse a la organización {organization} en Notifly, donde su equipo prepara y envía mensajes a los clientes.',
    button: 'Ver la invitación',
    note: 'El enlace es solo para usted y funciona durante siete días. Si no conoce a quien le invita, ignore este correo: no pasará nada.',
    copy: 'Si el botón no funciona, abra esta dirección en su navegador:',
    footer: 'Enviado por Notifly en {host}, porque alguien de allí invitó a esta dirección.',
  },
  fr: {
    subject: 'Vous êtes invité à rejoindre Notifly',
    text: '{inviter} vous invite à rejoindre l’organisation {organization} sur Notifly, où votre équipe prépare et envoie les messages aux clients.',
    button: 'Voir l’invitation',
    note: 'Le lien est pour vous seul et fonctionne pendant sept jours. Si vous ne connaissez pas la personne qui vous invite, ignorez ce message : il ne se passera rien.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}, car quelqu’un y a invité cette adresse.',
  },
  hi: {
    subject: 'आपको Notifly पर आमंत्रित किया गया है',
    text: '{inviter} आपको संगठन {organization} में साथ काम करने के लिए आमंत्रित करते हैं, जहाँ ग्राहकों के लिए संदेश तैयार किए और भेजे जाते हैं।',
    button: 'आमंत्रण देखें',
    note: 'यह लिंक केवल आपके लिए है और सात दिन तक काम करता है। अगर आप आमंत्रित करने वाले को नहीं जानते, तो इस ईमेल को अनदेखा करें: कुछ नहीं होगा।',
    copy: 'अगर बटन काम न करे, तो यह पता अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया, क्योंकि वहाँ किसी ने इस पते को आमंत्रित किया।',
  },
}
