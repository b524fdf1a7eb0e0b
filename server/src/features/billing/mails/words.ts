import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { MailKind } from './kinds.ts'

interface Notice {
  subject: string
  /** `{organization}` and `{plan}` are names, `{amount}` is what a period costs, `{date}` its end. */
  text: string
}

export interface BillingWords {
  kinds: Record<MailKind, Notice>
  button: string
  note: string
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

/** What mails about payments say. */
export const BILLING_WORDS: Record<Locale, BillingWords> = {
  en: {
    kinds: {
      failed: {
        subject: 'A payment failed',
        text: 'The payment of {amount} for {plan} of {organization} failed. It’s tried again over the next three days. Everything keeps working meanwhile. Check the card to make sure it goes through.',
      },
      halted: {
        subject: 'Your plan has stopped',
        text: 'The payment for {plan} of {organization} failed several times, so the plan has stopped. Nothing was deleted. Update the card to start it again.',
      },
      soon: {
        subject: 'Your plan ends soon',
        text: '{plan} of {organization} is paid until {date}. Renew it for another year to keep its limits.',
      },
      due: {
        subject: 'Your plan is due',
        text: 'The year of {plan} of {organization} ended on {date}. Everything keeps working for seven days. Renew it to keep its limits.',
      },
      ended: {
        subject: 'Your plan has ended',
        text: '{plan} of {organization} has ended. Nothing was deleted. Choose a plan to raise your limits again.',
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
        text: 'El pago de {amount} por {plan} de {organization} ha fallado. Se intentará de nuevo durante los próximos tres días. Mientras tanto todo sigue funcionando. Revise la tarjeta para que el pago se complete.',
      },
      halted: {
        subject: 'Su plan se ha detenido',
        text: 'El pago de {plan} de {organization} ha fallado varias veces, así que el plan se ha detenido. No se ha eliminado nada. Actualice la tarjeta para reanudarlo.',
      },
      soon: {
        subject: 'Su plan termina pronto',
        text: '{plan} de {organization} está pagado hasta el {date}. Renuévelo por otro año para conservar sus límites.',
      },
      due: {
        subject: 'Su plan ha vencido',
        text: 'El año de {plan} de {organization} terminó el {date}. Todo sigue funcionando durante siete días. Renuévelo para conservar sus límites.',
      },
      ended: {
        subject: 'Su plan ha terminado',
        text: '{plan} de {organization} ha terminado. No se ha eliminado nada. Elija un plan para ampliar de nuevo sus límites.',
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
        text: 'Le paiement de {amount} pour {plan} de {organization} a échoué. Il sera retenté pendant les trois prochains jours. Tout continue de fonctionner en attendant. Vérifiez la carte pour qu’il aboutisse.',
      },
      halted: {
        subject: 'Votre offre est suspendue',
        text: 'Le paiement de {plan} de {organization} a échoué plusieurs fois : l’offre est suspendue. Rien n’a été supprimé. Mettez la carte à jour pour la reprendre.',
      },
      soon: {
        subject: 'Votre offre se termine bientôt',
        text: '{plan} de {organization} est payé jusqu’au {date}. Renouvelez l’offre pour un an afin de conserver ses limites.',
      },
      due: {
        subject: 'Votre offre est arrivée à échéance',
        text: 'L’année de {plan} de {organization} s’est terminée le {date}. Tout continue de fonctionner pendant sept jours. Renouvelez l’offre pour conserver ses limites.',
      },
      ended: {
        subject: 'Votre offre est terminée',
        text: '{plan} de {organization} est terminé. Rien n’a été supprimé. Choisissez une offre pour relever de nouveau vos limites.',
      },
    },
    button: 'Voir l’abonnement',
    note: 'Vous recevez cet e-mail car vous êtes propriétaire ou administrateur de cette organisation.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
    footer: 'Envoyé par Notifly sur {host}.',
  },
  hi: {
    kinds: {
      failed: {
        subject: 'एक भुगतान विफल हुआ',
        text: '{organization} के {plan} के लिए {amount} का भुगतान विफल हुआ। अगले तीन दिनों तक फिर कोशिश की जाएगी। तब तक सब कुछ चलता रहेगा। भुगतान पूरा हो, इसके लिए कार्ड जाँच लें।',
      },
      halted: {
        subject: 'आपका प्लान रुक गया है',
        text: '{organization} के {plan} का भुगतान कई बार विफल हुआ, इसलिए प्लान रुक गया है। कुछ भी हटाया नहीं गया। इसे फिर शुरू करने के लिए कार्ड अपडेट करें।',
      },
      soon: {
        subject: 'आपका प्लान जल्द समाप्त होगा',
        text: '{organization} के {plan} का भुगतान {date} तक है। इसकी सीमाएँ बनाए रखने के लिए इसे एक और साल के लिए नवीनीकृत करें।',
      },
      due: {
        subject: 'आपके प्लान का नवीनीकरण बाकी है',
        text: '{organization} के {plan} का साल {date} को समाप्त हुआ। सात दिन तक सब कुछ चलता रहेगा। इसकी सीमाएँ बनाए रखने के लिए इसे नवीनीकृत करें।',
      },
      ended: {
        subject: 'आपका प्लान समाप्त हो गया है',
        text: '{organization} का {plan} समाप्त हो गया है। कुछ भी हटाया नहीं गया। अपनी सीमाएँ फिर बढ़ाने के लिए कोई प्लान चुनें।',
      },
    },
    button: 'सदस्यता देखें',
    note: 'आपको यह ईमेल इसलिए मिला है क्योंकि आप इस संगठन के स्वामी या व्यवस्थापक हैं।',
    copy: 'अगर बटन काम न करे, तो यह लिंक अपने ब्राउज़र में खोलें:',
    footer: '{host} पर Notifly द्वारा भेजा गया।',
  },
}
