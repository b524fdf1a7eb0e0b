/** Default texts of sign-up forms. They are not in the dashboard's catalogues, since people who sign up do not use the dashboard. */
import type { Locale } from '@notifly/contracts/accounts/accounts'

export interface FormWords {
  /** Name the sender as {sender}, the address as {address}. */
  title: string
  button: string
  email: string
  firstName: string
  lastName: string
  phone: string
  phoneHint: string
  optional: string
  topics: string
  yes: string
  no: string
  /** Above the form, when it comes back. */
  check: string
  /** It was sent in by a site, too fast, or too late. */
  again: string
  tooMany: string
  busy: string
  /** At a field. */
  required: string
  wrongEmail: string
  wrongPhone: string
  wrongNumber: string
  wrongDate: string
  tooLong: string
  noConsent: string
  sentTitle: string
  sentText: string
  welcomeTitle: string
  welcomeText: string
  confirmTitle: string
  confirmText: string
  confirmButton: string
  expiredTitle: string
  /** Names the days as {days}. */
  expiredText: string
  signUpAgain: string
  closedTitle: string
  closedText: string
  unknownTitle: string
  unknownText: string
  mailSubject: string
  mailText: string
  mailButton: string
  mailNote: string
  mailCopy: string
  mailFooter: string
}

export const FORM_WORDS: Record<Locale, FormWords> = {
  en: {
    title: 'Get emails from {sender}',
    button: 'Sign up',
    email: 'Email',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone number',
    phoneHint: 'With + and the country code',
    optional: 'optional',
    topics: 'What would you like to get?',
    yes: 'Yes',
    no: 'No',
    check: 'Check the fields below.',
    again: 'Almost done. Check your details, then press the button again.',
    tooMany: 'Too many sign-ups right now. Try again later.',
    busy: 'This can’t be saved right now. Try again later.',
    required: 'Fill in this field.',
    wrongEmail: 'Enter an email address, such as ana@example.com.',
    wrongPhone: 'Enter a phone number with + and the country code.',
    wrongNumber: 'Enter a number, such as 12 or 4.5.',
    wrongDate: 'Enter a date, such as 2026-11-20.',
    tooLong: 'Use at most 500 characters.',
    noConsent: 'Tick this box to sign up.',
    sentTitle: 'Check your inbox',
    sentText: 'Open the email from {sender} and press the button in it. It may take a few minutes to arrive.',
    welcomeTitle: 'You’re signed up',
    welcomeText: 'Thank you. You’ll get emails from {sender}.',
    confirmTitle: 'Confirm your sign-up',
    confirmText: 'Emails from {sender} will go to {address}.',
    confirmButton: 'Confirm',
    expiredTitle: 'This link has expired',
    expiredText: 'Links expire after {days} days. Sign up again to get a new one.',
    signUpAgain: 'Sign up again',
    closedTitle: 'This form is closed',
    closedText: '{sender} isn’t accepting sign-ups here right now.',
    unknownTitle: 'This page doesn’t exist',
    unknownText: 'The address may be incomplete, or the form was deleted.',
    mailSubject: 'Confirm your sign-up',
    mailText: 'Please confirm that you want to get emails from {sender}.',
    mailButton: 'Confirm',
    mailNote: 'The link expires in {days} days. If you didn’t sign up, ignore this email.',
    mailCopy: 'If the button doesn’t work, open this link:',
    mailFooter: 'You’re receiving this email because someone entered your address in a form by {sender}.',
  },
  es: {
    title: 'Reciba correos de {sender}',
    button: 'Suscribirme',
    email: 'Correo electrónico',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    phone: 'Número de teléfono',
    phoneHint: 'Con + y el prefijo del país',
    optional: 'opcional',
    topics: '¿Qué le gustaría recibir?',
    yes: 'Sí',
    no: 'No',
    check: 'Revise los campos de abajo.',
    again: 'Ya casi está. Revise sus datos y vuelva a pulsar el botón.',
    tooMany: 'Hay demasiadas suscripciones en este momento. Inténtelo más tarde.',
    busy: 'No se puede guardar en este momento. Inténtelo más tarde.',
    required: 'Rellene este campo.',
    wrongEmail: 'Escriba una dirección de correo, como ana@example.com.',
    wrongPhone: 'Escriba un número de teléfono con + y el prefijo del país.',
    wrongNumber: 'Escriba un número, como 12 o 4.5.',
    wrongDate: 'Escriba una fecha, como 2026-11-20.',
    tooLong: 'Use 500 caracteres como máximo.',
    noConsent: 'Marque esta casilla para suscribirse.',
    sentTitle: 'Revise su bandeja de entrada',
    sentText: 'Abra el correo de {sender} y pulse el botón que contiene. Puede tardar unos minutos en llegar.',
    welcomeTitle: 'Suscripción completada',
    welcomeText: 'Gracias. Recibirá correos de {sender}.',
    confirmTitle: 'Confirme su suscripción',
    confirmText: 'Los correos de {sender} llegarán a {address}.',
    confirmButton: 'Confirmar',
    expiredTitle: 'Este enlace ha caducado',
    expiredText: 'Los enlaces caducan a los {days} días. Suscríbase de nuevo para recibir otro.',
    signUpAgain: 'Suscribirme de nuevo',
    closedTitle: 'Este formulario está cerrado',
    closedText: '{sender} no acepta suscripciones aquí en este momento.',
    unknownTitle: 'Esta página no existe',
    unknownText: 'Puede que la dirección esté incompleta o que el formulario se haya eliminado.',
    mailSubject: 'Confirme su suscripción',
    mailText: 'Confirme que quiere recibir correos de {sender}.',
    mailButton: 'Confirmar',
    mailNote: 'El enlace caduca en {days} días. Si no se ha suscrito, ignore este correo.',
    mailCopy: 'Si el botón no funciona, abra este enlace:',
    mailFooter: 'Recibe este correo porque alguien indicó su dirección en un formulario de {sender}.',
  },
  fr: {
    title: 'Recevoir les e-mails de {sender}',
    button: 'M’inscrire',
    email: 'E-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    phone: 'Numéro de téléphone',
    phoneHint: 'Avec + et l’indicatif du pays',
    optional: 'facultatif',
    topics: 'Que souhaitez-vous recevoir ?',
    yes: 'Oui',
    no: 'Non',
    check: 'Vérifiez les champs ci-dessous.',
    again: 'C’est presque fini. Vérifiez vos informations, puis appuyez de nouveau sur le bouton.',
    tooMany: 'Il y a trop d’inscriptions en ce moment. Réessayez plus tard.',
    busy: 'L’enregistrement est impossible en ce moment. Réessayez plus tard.',
    required: 'Remplissez ce champ.',
    wrongEmail: 'Saisissez une adresse e-mail, comme ana@example.com.',
    wrongPhone: 'Saisissez un numéro de téléphone avec + et l’indicatif du pays.',
    wrongNumber: 'Saisissez un nombre, comme 12 ou 4.5.',
    wrongDate: 'Saisissez une date, comme 2026-11-20.',
    tooLong: 'Utilisez 500 caractères au plus.',
    noConsent: 'Cochez cette case pour vous inscrire.',
    sentTitle: 'Consultez votre boîte de réception',
    sentText: 'Ouvrez l’e-mail de {sender} et appuyez sur son bouton. Il peut mettre quelques minutes à arriver.',
    welcomeTitle: 'Votre inscription est confirmée',
    welcomeText: 'Merci. Vous recevrez les e-mails de {sender}.',
    confirmTitle: 'Confirmez votre inscription',
    confirmText: 'Les e-mails de {sender} arriveront à {address}.',
    confirmButton: 'Confirmer',
    expiredTitle: 'Ce lien a expiré',
    expiredText: 'Les liens expirent au bout de {days} jours. Inscrivez-vous de nouveau pour en recevoir un autre.',
    signUpAgain: 'M’inscrire de nouveau',
    closedTitle: 'Ce formulaire est fermé',
    closedText: '{sender} n’accepte pas d’inscriptions ici en ce moment.',
    unknownTitle: 'Cette page n’existe pas',
    unknownText: 'L’adresse est peut-être incomplète, ou le formulaire a été supprimé.',
    mailSubject: 'Confirmez votre inscription',
    mailText: 'Veuillez confirmer que vous souhaitez recevoir les e-mails de {sender}.',
    mailButton: 'Confirmer',
    mailNote: 'Le lien expire dans {days} jours. Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
    mailCopy: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
    mailFooter: 'Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse dans un formulaire de {sender}.',
  },
  hi: {
    title: '{sender} के ईमेल पाएँ',
    button: 'साइन अप करें',
    email: 'ईमेल',
    firstName: 'पहला नाम',
    lastName: 'उपनाम',
    phone: 'फ़ोन नंबर',
    phoneHint: '+ और देश कोड के साथ',
    optional: 'वैकल्पिक',
    topics: 'आप क्या पाना चाहेंगे?',
    yes: 'हाँ',
    no: 'नहीं',
    check: 'नीचे दिए फ़ील्ड जाँचें।',
    again: 'बस थोड़ा और। अपनी जानकारी जाँचें, फिर बटन दोबारा दबाएँ।',
    tooMany: 'इस समय बहुत ज़्यादा साइन-अप हो रहे हैं। बाद में फिर से कोशिश करें।',
    busy: 'इसे इस समय सहेजा नहीं जा सकता। बाद में फिर से कोशिश करें।',
    required: 'यह फ़ील्ड भरें।',
    wrongEmail: 'ईमेल पता लिखें, जैसे ana@example.com।',
    wrongPhone: '+ और देश कोड के साथ फ़ोन नंबर लिखें।',
    wrongNumber: 'संख्या लिखें, जैसे 12 या 4.5।',
    wrongDate: 'तारीख लिखें, जैसे 2026-11-20।',
    tooLong: 'ज़्यादा से ज़्यादा 500 अक्षर लिखें।',
    noConsent: 'साइन अप करने के लिए इस बॉक्स पर निशान लगाएँ।',
    sentTitle: 'अपना इनबॉक्स देखें',
    sentText: '{sender} का ईमेल खोलें और उसमें दिया बटन दबाएँ। उसे आने में कुछ मिनट लग सकते हैं।',
    welcomeTitle: 'आपका साइन-अप हो गया है',
    welcomeText: 'धन्यवाद। आपको {sender} के ईमेल मिलेंगे।',
    confirmTitle: 'अपने साइन-अप की पुष्टि करें',
    confirmText: '{sender} के ईमेल {address} पर आएँगे।',
    confirmButton: 'पुष्टि करें',
    expiredTitle: 'यह लिंक समाप्त हो चुका है',
    expiredText: 'लिंक {days} दिन में समाप्त हो जाते हैं। नया लिंक पाने के लिए फिर से साइन अप करें।',
    signUpAgain: 'फिर से साइन अप करें',
    closedTitle: 'यह फ़ॉर्म बंद है',
    closedText: '{sender} इस समय यहाँ साइन-अप नहीं ले रहा है।',
    unknownTitle: 'यह पेज मौजूद नहीं है',
    unknownText: 'हो सकता है कि पता अधूरा हो या फ़ॉर्म हटा दिया गया हो।',
    mailSubject: 'अपने साइन-अप की पुष्टि करें',
    mailText: 'कृपया पुष्टि करें कि आप {sender} के ईमेल पाना चाहते हैं।',
    mailButton: 'पुष्टि करें',
    mailNote: 'यह लिंक {days} दिन में समाप्त हो जाता है। अगर आपने साइन अप नहीं किया, तो इस ईमेल को अनदेखा करें।',
    mailCopy: 'अगर बटन काम न करे, तो यह लिंक खोलें:',
    mailFooter: 'आपको यह ईमेल इसलिए मिला है क्योंकि किसी ने आपका पता {sender} के एक फ़ॉर्म में लिखा था।',
  },
}
