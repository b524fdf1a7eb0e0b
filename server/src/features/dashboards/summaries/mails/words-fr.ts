import type { SummaryWords } from './summary-words.ts'

export const fr: SummaryWords = {
  weekly: {
    subject: '{application} : votre semaine',
    text: 'Les résultats de vos notifications ({days}), par rapport à la semaine précédente.',
    note: 'Vous recevez cet e-mail chaque lundi car vous l’avez demandé sur le tableau de bord.',
  },
  monthly: {
    subject: '{application} : votre mois',
    text: 'Les résultats de vos notifications ({days}), par rapport au mois précédent.',
    note: 'Vous recevez cet e-mail le premier de chaque mois car vous l’avez demandé sur le tableau de bord.',
  },
  nothingSent: 'Rien n’a été envoyé ({days}). Votre prochaine campagne est à un clic.',
  sent: 'Envoyés',
  delivered: 'Remis',
  opened: 'Ouverts',
  clicked: 'Cliqués',
  unsubscribed: 'Désabonnements',
  newContacts: 'Nouveaux contacts',
  channels: {
    email: 'E-mail',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    webpush: 'Push web',
    mobilepush: 'Push mobile',
  },
  ofChannel: '{opened} ouverts, {clicked} cliqués',
  button: 'Ouvrir le tableau de bord',
  stop: 'Ne plus recevoir ces e-mails',
  copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
  footer: 'Envoyé par Notifly sur {host}.',
  page: {
    title: 'Résumé par e-mail de {application}',
    text: 'Vous recevez par e-mail un résumé de cette application.',
    stop: 'Ne plus recevoir ces e-mails',
    stopped: 'Vous ne recevrez plus ce résumé',
    stoppedText: 'Vous pouvez le réactiver sur le tableau de bord de {application}.',
    unknown: 'Ce lien ne fonctionne pas',
    unknownText: 'Il est peut-être incomplet, ou l’application a été supprimée. Ouvrez-le de nouveau depuis l’e-mail.',
    language: 'Langue',
    languageName: 'Français',
  },
}
