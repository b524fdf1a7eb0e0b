import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { MailKind } from './kinds.ts'

interface Notice {
  subject: string
  /** `{organization}` and `{plan}` are names, `{amount}` is the price of a period, `{date}` its end. */
  text: string
}

export interface BillingWords {
  kinds: Record<MailKind, Notice>
  button: string
  note: string
  /** Shown above the address that the button opens. */
  copy: string
  /** `{host}` is the host of this installation. */
  footer: string
}

/** The words of mails about payments. */
export const BILLING_WORDS: Record<Locale, BillingWords> = {
  en: {
    kinds: {
      failed: {
        subject: 'A payment failed',
        text: 'The {amount} payment for {organization}’s {plan} plan failed. We’ll try again over the next three days, and everything keeps working. Check the card to make sure it goes through.',
      },
      halted: {
        subject: 'Your plan has stopped',
        text: 'The payment for {organization}’s {plan} plan failed several times, so the plan has stopped. Nothing was deleted. Update the card to start it again.',
      },
      soon: {
        subject: 'Your plan ends soon',
        text: '{organization}’s {plan} plan is paid until {date}. Renew it for another year to keep its limits.',
      },
      due: {
        subject: 'Your plan is due for renewal',
        text: '{organization}’s {plan} plan expired on {date}. Everything keeps working for seven more days. Renew it to keep its limits.',
      },
      ended: {
        subject: 'Your plan has ended',
        text: '{organization}’s {plan} plan has ended. Nothing was deleted. Choose a plan to raise your limits again.',
      },
    },
    button: 'View subscription',
    note: 'You get this email because you’re an Owner or Admin of this organization.',
    copy: 'If the button doesn’t work, open this link in your browser:',
    footer: 'Sent by Notifly at {host}.',
  },
  es: {
    kinds: {
      failed: {
        subject: 'Ha fallado un pago',
        text: 'El pago de {amount} por el plan {plan} de {organization} ha fallado. Se intentará de nuevo durante los próximos tres días. Mientras tanto todo sigue funcionando. Revise la tarjeta para que el pago se complete.',
      },
      halted: {
        subject: 'Su plan se ha detenido',
        text: 'El pago del plan {plan} de {organization} ha fallado varias veces, así que el plan se ha detenido. No se ha eliminado nada. Actualice la tarjeta para reanudarlo.',
      },
      soon: {
        subject: 'Su plan termina pronto',
        text: 'El plan {plan} de {organization} está pagado hasta el {date}. Renuévelo por otro año para conservar sus límites.',
      },
      due: {
        subject: 'Su plan ha vencido',
        text: 'El plan {plan} de {organization} venció el {date}. Todo sigue funcionando durante siete días. Renuévelo para conservar sus límites.',
      },
      ended: {
        subject: 'Su plan ha terminado',
        text: 'El plan {plan} de {organization} ha terminado. No se ha eliminado nada. Elija un plan para ampliar de nuevo sus límites.',
      },
    },
    button: 'Ver la suscripción',
    note: 'Recibe este correo porque es propietario o administrador de esta organización.',
    copy: 'Si el botón no funciona, abra este enlace en su navegador:',
    footer: 'Enviado por Notifly en {host}.',
  },
  fr: {
    kinds: {
      failed: {
        subject: 'Un paiement a échoué',
        text: 'Le paiement de {amount} pour la formule {plan} de {organization} a échoué. Il sera retenté pendant les trois prochains jours. Tout continue de fonctionner en attendant. Vérifiez la carte pour qu’il aboutisse.',
      },
      halted: {
        subject: 'Votre formule est suspendue',
        text: 'Le paiement de la formule {plan} de {organization} a échoué plusieurs fois : la formule est suspendue. Rien n’a été supprimé. Mettez la carte à jour pour la reprendre.',
      },
      soon: {
        subject: 'Votre formule se termine bientôt',
        text: 'La formule {plan} de {organization} est payée jusqu’au {date}. Renouvelez la formule pour un an afin de conserver ses limites.',
      },
      due: {
        subject: 'Votre formule est arrivée à échéance',
        text: 'La formule {plan} de {organization} est arrivée à échéance le {date}. Tout continue de fonctionner pendant sept jours. Renouvelez la formule pour conserver ses limites.',
      },
      ended: {
        subject: 'Votre formule est terminée',
        text: 'La formule {plan} de {organization} est terminée. Rien n’a été supprimé. Choisissez une formule pour relever de nouveau vos limites.',
      },
    },
    button: 'Voir l’abonnement',
    note: 'Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de cette organisation.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}.',
  },
  hi: {
    kinds: {
      failed: {
        subject: 'एक भुगतान विफल हुआ',
        text: '{organization} के {plan} प्लान के लिए {amount} का भुगतान विफल हुआ। अगले तीन दिनों तक फिर कोशिश की जाएगी। तब तक सब कुछ चलता रहेगा। भुगतान पूरा हो, इसके लिए कार्ड जाँच लें।',
      },
      halted: {
        subject: 'आपका प्लान रुक गया है',
        text: '{organization} के {plan} प्लान का भुगतान कई बार विफल हुआ, इसलिए प्लान रुक गया है। कुछ भी हटाया नहीं गया। इसे फिर शुरू करने के लिए कार्ड अपडेट करें।',
      },
      soon: {
        subject: 'आपका प्लान जल्द समाप्त होगा',
        text: '{organization} के {plan} प्लान का भुगतान {date} तक किया गया है। इसकी सीमाएँ बनाए रखने के लिए इसे एक और साल के लिए नवीनीकृत करें।',
      },
      due: {
        subject: 'आपके प्लान का नवीनीकरण बाकी है',
        text: '{organization} का {plan} प्लान {date} को समाप्त हुआ। सात दिन तक सब कुछ चलता रहेगा। इसकी सीमाएँ बनाए रखने के लिए इसे नवीनीकृत करें।',
      },
      ended: {
        subject: 'आपका प्लान समाप्त हो गया है',
        text: '{organization} का {plan} प्लान समाप्त हो गया है। कुछ भी हटाया नहीं गया। अपनी सीमाएँ फिर बढ़ाने के लिए कोई प्लान चुनें।',
      },
    },
    button: 'सब्सक्रिप्शन देखें',
    note: 'आपको यह ईमेल इसलिए मिला है क्योंकि आप इस संगठन के ओनर या एडमिन हैं।',
    copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया।',
  },
}
