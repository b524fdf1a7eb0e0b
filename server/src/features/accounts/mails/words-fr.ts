import type { MailWords } from './words.ts'

export const fr: MailWords = {
  verify: {
    subject: 'Confirmez votre adresse e-mail',
    text: 'Un compte Notifly a été créé avec cette adresse. Confirmez qu’elle est la vôtre et vous pourrez vous connecter.',
    button: 'Confirmer l’adresse',
    note: 'Le lien fonctionne une seule fois, pendant 24 heures. Si ce n’était pas vous, ignorez ce message : sans confirmation, rien ne se passe.',
  },
  known: {
    subject: 'Vous avez déjà un compte',
    text: 'Quelqu’un, sans doute vous, s’est inscrit à Notifly avec cette adresse, mais elle a déjà un compte. Connectez-vous comme d’habitude ; si vous avez oublié votre mot de passe, choisissez-en un nouveau.',
    button: 'Choisir un nouveau mot de passe',
    note: 'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, rien n’a changé et vous n’avez rien à faire.',
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe',
    text: 'Un nouveau mot de passe a été demandé pour votre compte Notifly. Choisissez-le avec le bouton ci-dessous ; vous serez ensuite déconnecté partout.',
    button: 'Choisir un nouveau mot de passe',
    note: 'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
  },
  changed: {
    subject: 'Votre mot de passe a été modifié',
    text: 'Le mot de passe de votre compte Notifly a été modifié et toutes ses sessions ont été fermées. Connectez-vous avec le nouveau mot de passe.',
    button: 'Se connecter',
    note: 'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion.',
  },
  copy: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  footer: 'Envoyé par Notifly sur {host} au sujet de votre compte.',
}
