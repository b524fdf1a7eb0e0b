/** What the recipients' pages say. Recipients have no account, so that these words live here and not in the dashboard. */
import type { Locale } from '@notifly/contracts/accounts/accounts'

export interface PageWords {
  /** Each names the sender as {sender}, the address as {address}. */
  title: string
  subscribed: string
  subscribedText: string
  unsubscribe: string
  unsubscribed: string
  unsubscribedText: string
  resubscribe: string
  doneUnsubscribed: string
  doneResubscribed: string
  doneChosen: string
  /** Above the switches. */
  topicsText: string
  /** Beside the topic of the very message whose link was followed. */
  ofMessage: string
  save: string
  /** Below them. */
  leaveAllTitle: string
  leaveAllText: string
  leaveAll: string
  askTitle: string
  askText: string
  askYes: string
  askNo: string
  unknownTitle: string
  unknownText: string
  /** The recipient has been erased. */
  goneTitle: string
  goneText: string
  language: string
  languageName: string
}

export const PAGE_WORDS: Record<Locale, PageWords> = {
  en: {
    title: 'Emails from {sender}',
    subscribed: 'Emails from {sender}',
    subscribedText: '{address} receives these emails. You can stop them here at any time.',
    unsubscribe: 'Unsubscribe',
    unsubscribed: 'You are unsubscribed',
    unsubscribedText: '{sender} no longer sends these emails to {address}.',
    resubscribe: 'Subscribe again',
    doneUnsubscribed: 'Done. A message that was already on its way may still arrive.',
    doneResubscribed: 'Welcome back. You will get these emails again.',
    doneChosen: 'Your choice is saved. A message that was already on its way may still arrive.',
    topicsText: 'These emails come to {address}. Choose what you want to get.',
    ofMessage: 'This email',
    save: 'Save my choice',
    leaveAllTitle: 'Everything',
    leaveAllText: 'No more emails from {sender}, whatever they are about.',
    leaveAll: 'Leave all emails',
    askTitle: 'Get emails from {sender} again?',
    askText: 'They will come to {address}. You can stop them here at any time.',
    askYes: 'Yes, subscribe me again',
    askNo: 'No, keep it as it is',
    unknownTitle: 'This link leads nowhere',
    unknownText: 'It may be incomplete or too old. Open it again from the email, or write to the sender.',
    goneTitle: 'There is nothing to unsubscribe from',
    goneText:
      'The sender has deleted the contact that this email went to, so no more emails go there. If another one comes, use the link in that one.',
    language: 'Language',
    languageName: 'English',
  },
  es: {
    title: 'Correos de {sender}',
    subscribed: 'Correos de {sender}',
    subscribedText: '{address} recibe estos correos. Puede dejar de recibirlos aquí cuando quiera.',
    unsubscribe: 'Darme de baja',
    unsubscribed: 'Se ha dado de baja',
    unsubscribedText: '{sender} ya no envía estos correos a {address}.',
    resubscribe: 'Volver a suscribirme',
    doneUnsubscribed: 'Listo. Aún podría llegar un mensaje que ya estaba en camino.',
    doneResubscribed: 'Nos alegra tenerle de vuelta. Volverá a recibir estos correos.',
    doneChosen: 'Su elección está guardada. Aún podría llegar un mensaje que ya estaba en camino.',
    topicsText: 'Estos correos llegan a {address}. Elija lo que quiere recibir.',
    ofMessage: 'Este correo',
    save: 'Guardar mi elección',
    leaveAllTitle: 'Todo',
    leaveAllText: 'Ningún correo más de {sender}, trate de lo que trate.',
    leaveAll: 'Dejar todos los correos',
    askTitle: '¿Volver a recibir correos de {sender}?',
    askText: 'Llegarán a {address}. Puede dejar de recibirlos aquí cuando quiera.',
    askYes: 'Sí, volver a suscribirme',
    askNo: 'No, dejarlo como está',
    unknownTitle: 'Este enlace no lleva a ninguna parte',
    unknownText:
      'Puede estar incompleto o ser demasiado antiguo. Ábralo de nuevo desde el correo o escriba al remitente.',
    goneTitle: 'No queda nada de lo que darse de baja',
    goneText:
      'El remitente ha borrado el contacto al que iba este correo, así que ya no le envía ninguno. Si llegara otro, use el enlace de ese correo.',
    language: 'Idioma',
    languageName: 'Español',
  },
  fr: {
    title: 'E-mails de {sender}',
    subscribed: 'E-mails de {sender}',
    subscribedText: '{address} reçoit ces e-mails. Vous pouvez y mettre fin ici à tout moment.',
    unsubscribe: 'Me désabonner',
    unsubscribed: 'Vous êtes désabonné',
    unsubscribedText: '{sender} n’envoie plus ces e-mails à {address}.',
    resubscribe: 'Me réabonner',
    doneUnsubscribed: 'C’est fait. Un message déjà parti peut encore arriver.',
    doneResubscribed: 'Heureux de vous retrouver. Vous recevrez de nouveau ces e-mails.',
    doneChosen: 'Votre choix est enregistré. Un message déjà parti peut encore arriver.',
    topicsText: 'Ces e-mails arrivent à {address}. Choisissez ce que vous souhaitez recevoir.',
    ofMessage: 'Cet e-mail',
    save: 'Enregistrer mon choix',
    leaveAllTitle: 'Tout',
    leaveAllText: 'Plus aucun e-mail de {sender}, quel qu’en soit le sujet.',
    leaveAll: 'Quitter tous les e-mails',
    askTitle: 'Recevoir de nouveau les e-mails de {sender} ?',
    askText: 'Ils arriveront à {address}. Vous pourrez y mettre fin ici à tout moment.',
    askYes: 'Oui, me réabonner',
    askNo: 'Non, ne rien changer',
    unknownTitle: 'Ce lien ne mène nulle part',
    unknownText:
      'Il est peut-être incomplet ou trop ancien. Ouvrez-le de nouveau depuis l’e-mail ou écrivez à l’expéditeur.',
    goneTitle: 'Il n’y a plus rien à quitter',
    goneText:
      'L’expéditeur a supprimé le contact auquel cet e-mail était adressé et ne lui en envoie plus. S’il en arrivait un autre, utilisez le lien de celui-là.',
    language: 'Langue',
    languageName: 'Français',
  },
  hi: {
    title: '{sender} के ईमेल',
    subscribed: '{sender} के ईमेल',
    subscribedText: 'ये ईमेल {address} पर आते हैं। आप इन्हें यहाँ कभी भी बंद कर सकते हैं।',
    unsubscribe: 'सदस्यता समाप्त करें',
    unsubscribed: 'आपकी सदस्यता समाप्त हो गई है',
    unsubscribedText: '{sender} अब {address} पर ये ईमेल नहीं भेजता।',
    resubscribe: 'फिर से सदस्यता लें',
    doneUnsubscribed: 'हो गया। जो संदेश पहले ही भेजा जा चुका है, वह अब भी आ सकता है।',
    doneResubscribed: 'फिर से स्वागत है। अब आपको ये ईमेल दोबारा मिलेंगे।',
    doneChosen: 'आपका चुनाव सहेज लिया गया है। जो संदेश पहले ही भेजा जा चुका है, वह अब भी आ सकता है।',
    topicsText: 'ये ईमेल {address} पर आते हैं। चुनें कि आप क्या पाना चाहते हैं।',
    ofMessage: 'यह ईमेल',
    save: 'मेरा चुनाव सहेजें',
    leaveAllTitle: 'सब कुछ',
    leaveAllText: '{sender} से अब कोई ईमेल नहीं, चाहे वह किसी भी विषय का हो।',
    leaveAll: 'सभी ईमेल बंद करें',
    askTitle: '{sender} के ईमेल फिर से पाना चाहते हैं?',
    askText: 'वे {address} पर आएँगे। आप इन्हें यहाँ कभी भी बंद कर सकते हैं।',
    askYes: 'हाँ, फिर से सदस्यता दें',
    askNo: 'नहीं, ऐसे ही रहने दें',
    unknownTitle: 'यह लिंक कहीं नहीं ले जाता',
    unknownText: 'हो सकता है कि यह अधूरा या बहुत पुराना हो। इसे ईमेल से दोबारा खोलें या भेजने वाले को लिखें।',
    goneTitle: 'अब समाप्त करने के लिए कोई सदस्यता नहीं है',
    goneText:
      'भेजने वाले ने वह संपर्क हटा दिया है जिसे यह ईमेल भेजा गया था, इसलिए अब उसे कोई ईमेल नहीं जाता। अगर कोई और ईमेल आए, तो उसी में दिया लिंक इस्तेमाल करें।',
    language: 'भाषा',
    languageName: 'हिन्दी',
  },
}
