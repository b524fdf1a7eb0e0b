/** Texts of the recipients' pages. They are not in the dashboard's catalogues, since recipients do not use the dashboard. */
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
  /** A mail that is no longer kept. */
  expiredTitle: string
  expiredText: string
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
    subscribedText: '{address} receives these emails. You can unsubscribe here at any time.',
    unsubscribe: 'Unsubscribe',
    unsubscribed: 'You’re unsubscribed',
    unsubscribedText: '{sender} no longer sends these emails to {address}.',
    resubscribe: 'Subscribe again',
    doneUnsubscribed: 'Done. A message already on its way may still arrive.',
    doneResubscribed: 'Welcome back. You’ll get these emails again.',
    doneChosen: 'Preferences saved. A message already on its way may still arrive.',
    topicsText: 'Choose which emails {address} gets.',
    ofMessage: 'This email',
    save: 'Save preferences',
    leaveAllTitle: 'All emails',
    leaveAllText: 'Stop getting any emails from {sender}.',
    leaveAll: 'Unsubscribe from all',
    askTitle: 'Get emails from {sender} again?',
    askText: 'They’ll go to {address}. You can unsubscribe here at any time.',
    askYes: 'Yes, resubscribe me',
    askNo: 'No, stay unsubscribed',
    unknownTitle: 'This link doesn’t work',
    unknownText: 'It may be incomplete or expired. Open it again from the email, or contact the sender.',
    expiredTitle: 'This email has expired',
    expiredText: 'It’s no longer kept online. Open it in your inbox instead.',
    goneTitle: 'You’re no longer on the list',
    goneText:
      'The sender deleted your contact, so you won’t get these emails. If you get another one, use the link in it.',
    language: 'Language',
    languageName: 'English',
  },
  es: {
    title: 'Correos de {sender}',
    subscribed: 'Correos de {sender}',
    subscribedText: '{address} recibe estos correos. Puede darse de baja aquí cuando quiera.',
    unsubscribe: 'Darme de baja',
    unsubscribed: 'Se ha dado de baja',
    unsubscribedText: '{sender} ya no envía estos correos a {address}.',
    resubscribe: 'Volver a suscribirme',
    doneUnsubscribed: 'Listo. Aún podría llegar un mensaje que ya estaba en camino.',
    doneResubscribed: 'Nos alegra tenerle de vuelta. Volverá a recibir estos correos.',
    doneChosen: 'Preferencias guardadas. Aún podría llegar un mensaje que ya estaba en camino.',
    topicsText: 'Elija qué correos recibe {address}.',
    ofMessage: 'Este correo',
    save: 'Guardar preferencias',
    leaveAllTitle: 'Todos los correos',
    leaveAllText: 'Dejar de recibir correos de {sender}.',
    leaveAll: 'Darme de baja de todo',
    askTitle: '¿Volver a recibir correos de {sender}?',
    askText: 'Llegarán a {address}. Puede darse de baja aquí cuando quiera.',
    askYes: 'Sí, volver a suscribirme',
    askNo: 'No, seguir de baja',
    unknownTitle: 'Este enlace no funciona',
    unknownText:
      'Puede estar incompleto o haber caducado. Ábralo de nuevo desde el correo o contacte con el remitente.',
    expiredTitle: 'Este correo ha caducado',
    expiredText: 'Ya no se conserva en línea. Ábralo en su buzón.',
    goneTitle: 'Ya no está en la lista',
    goneText:
      'El remitente eliminó su contacto, así que no recibirá estos correos. Si llega otro, use el enlace que contiene.',
    language: 'Idioma',
    languageName: 'Español',
  },
  fr: {
    title: 'E-mails de {sender}',
    subscribed: 'E-mails de {sender}',
    subscribedText: '{address} reçoit ces e-mails. Vous pouvez vous désabonner ici à tout moment.',
    unsubscribe: 'Me désabonner',
    unsubscribed: 'Vous êtes désabonné',
    unsubscribedText: '{sender} n’envoie plus ces e-mails à {address}.',
    resubscribe: 'Me réabonner',
    doneUnsubscribed: 'C’est fait. Un message déjà parti peut encore arriver.',
    doneResubscribed: 'Heureux de vous retrouver. Vous recevrez de nouveau ces e-mails.',
    doneChosen: 'Préférences enregistrées. Un message déjà parti peut encore arriver.',
    topicsText: 'Choisissez les e-mails envoyés à {address}.',
    ofMessage: 'Cet e-mail',
    save: 'Enregistrer les préférences',
    leaveAllTitle: 'Tous les e-mails',
    leaveAllText: 'Ne plus recevoir aucun e-mail de {sender}.',
    leaveAll: 'Me désabonner de tout',
    askTitle: 'Recevoir de nouveau les e-mails de {sender} ?',
    askText: 'Ils arriveront à {address}. Vous pourrez vous désabonner ici à tout moment.',
    askYes: 'Oui, me réabonner',
    askNo: 'Non, rester désabonné',
    unknownTitle: 'Ce lien ne fonctionne pas',
    unknownText:
      'Il est peut-être incomplet ou expiré. Ouvrez-le de nouveau depuis l’e-mail ou contactez l’expéditeur.',
    expiredTitle: 'Cet e-mail a expiré',
    expiredText: 'Il n’est plus conservé en ligne. Ouvrez-le dans votre messagerie.',
    goneTitle: 'Vous n’êtes plus sur la liste',
    goneText:
      'L’expéditeur a supprimé votre contact : vous ne recevrez plus ces e-mails. Si un autre arrive, utilisez le lien qu’il contient.',
    language: 'Langue',
    languageName: 'Français',
  },
  hi: {
    title: '{sender} के ईमेल',
    subscribed: '{sender} के ईमेल',
    subscribedText: 'ये ईमेल {address} पर आते हैं। आप यहाँ कभी भी सदस्यता छोड़ सकते हैं।',
    unsubscribe: 'सदस्यता छोड़ें',
    unsubscribed: 'आपने सदस्यता छोड़ दी है',
    unsubscribedText: '{sender} अब {address} पर ये ईमेल नहीं भेजता।',
    resubscribe: 'फिर से सदस्यता लें',
    doneUnsubscribed: 'हो गया। जो संदेश पहले ही भेजा जा चुका है, वह अब भी आ सकता है।',
    doneResubscribed: 'फिर से स्वागत है। अब आपको ये ईमेल दोबारा मिलेंगे।',
    doneChosen: 'प्राथमिकताएँ सहेजी गईं। जो संदेश पहले ही भेजा जा चुका है, वह अब भी आ सकता है।',
    topicsText: 'चुनें कि {address} पर कौन-से ईमेल आएँ।',
    ofMessage: 'यह ईमेल',
    save: 'प्राथमिकताएँ सहेजें',
    leaveAllTitle: 'सभी ईमेल',
    leaveAllText: '{sender} से कोई भी ईमेल पाना बंद करें।',
    leaveAll: 'सभी की सदस्यता छोड़ें',
    askTitle: '{sender} के ईमेल फिर से पाना चाहते हैं?',
    askText: 'वे {address} पर आएँगे। आप यहाँ कभी भी सदस्यता छोड़ सकते हैं।',
    askYes: 'हाँ, फिर से सदस्यता लें',
    askNo: 'नहीं, सदस्यता न लें',
    unknownTitle: 'यह लिंक काम नहीं करता',
    unknownText: 'यह अधूरा या समाप्त हो सकता है। इसे ईमेल से दोबारा खोलें या प्रेषक से संपर्क करें।',
    expiredTitle: 'यह ईमेल अब उपलब्ध नहीं है',
    expiredText: 'यह अब ऑनलाइन नहीं रखा गया है। इसे अपने इनबॉक्स में खोलें।',
    goneTitle: 'आप अब सूची में नहीं हैं',
    goneText: 'प्रेषक ने आपका संपर्क हटा दिया है, इसलिए ये ईमेल आपको नहीं मिलेंगे। कोई और ईमेल आए, तो उसमें दिया लिंक इस्तेमाल करें।',
    language: 'भाषा',
    languageName: 'हिन्दी',
  },
}
