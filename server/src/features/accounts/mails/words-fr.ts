import type { MailWords } from './words.ts'

export const fr: MailWords = {
  verify: {
    subject: 'Confirmez votre adresse e-mail',
    text: 'Un compte Notifly a été créé avec cette adresse. Ouvrez le lien et connectez-vous pour confirmer qu’elle est la vôtre.',
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
    text: 'Le mot de passe de votre compte Notifly a été modifié et toutes ses autres sessions ont été fermées. Connectez-vous désormais avec le nouveau mot de passe.',
    button: 'Se connecter',
    note: 'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion.',
  },
  newEmail: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    text: 'Cette adresse a été indiquée comme la nouvelle adresse d’un compte Notifly. Ouvrez le lien et connectez-vous au compte : elle remplacera l’ancienne.',
    button: 'Confirmer l’adresse',
    note: 'Le lien fonctionne une seule fois, pendant 24 heures. Si ce n’était pas vous, ignorez ce message : sans confirmation, rien ne se passe.',
  },
  takenEmail: {
    subject: 'Vous avez déjà un compte',
    text: 'Quelqu’un, sans doute vous, a voulu utiliser cette adresse pour un autre compte Notifly, mais elle a déjà un compte. Connectez-vous comme d’habitude ou choisissez une autre adresse pour l’autre compte.',
    button: 'Se connecter',
    note: 'Si ce n’était pas vous, rien n’a changé et vous n’avez rien à faire.',
  },
  emailChanged: {
    subject: 'Votre adresse e-mail a été modifiée',
    text: 'Votre compte Notifly a une nouvelle adresse. Les messages concernant le compte y arrivent désormais, et c’est avec elle que vous vous connectez.',
    button: 'Se connecter',
    note: 'Si ce n’était pas vous, quelqu’un d’autre contrôle votre compte : écrivez tout de suite à la personne qui gère cette installation.',
  },
  mfaOn: {
    subject: 'La connexion en deux étapes est activée',
    text: 'Désormais, la connexion à votre compte Notifly demande un code de votre application d’authentification en plus du mot de passe. Conservez vos codes de secours en lieu sûr.',
    button: 'Ouvrir les paramètres',
    note: 'Si ce n’était pas vous, changez tout de suite votre mot de passe et fermez toutes les autres sessions.',
  },
  mfaOff: {
    subject: 'La connexion en deux étapes est désactivée',
    text: 'La connexion à votre compte Notifly ne demande plus de code de votre application d’authentification ; ses codes de secours ne fonctionnent plus.',
    button: 'Ouvrir les paramètres',
    note: 'Si ce n’était pas vous, changez tout de suite votre mot de passe, puis réactivez la connexion en deux étapes.',
  },
  providerOn: {
    subject: '{provider} est associé',
    text: 'Désormais, vous pouvez aussi vous connecter à votre compte Notifly avec {provider}.',
    button: 'Ouvrir les paramètres',
    note: 'Si ce n’était pas vous, dissociez-le dans les paramètres, changez tout de suite votre mot de passe et fermez toutes les autres sessions.',
  },
  providerOff: {
    subject: '{provider} est dissocié',
    text: '{provider} ne vous connecte plus à votre compte Notifly.',
    button: 'Ouvrir les paramètres',
    note: 'Si ce n’était pas vous, changez tout de suite votre mot de passe et fermez toutes les autres sessions.',
  },
  code: {
    subject: 'Confirmez que c’est bien vous : {code}',
    text: 'Saisissez {code} dans Notifly pour confirmer que c’est bien vous.',
    button: 'Ouvrir les paramètres',
    note: 'Le code fonctionne une seule fois, pendant dix minutes, dans le navigateur qui l’a demandé. Si ce n’était pas vous, ignorez ce message et fermez vos autres sessions dans les paramètres.',
  },
  erased: {
    subject: 'Votre compte a été supprimé',
    text: 'Votre compte Notifly et vos données personnelles ont été supprimés, et toutes ses sessions ont été fermées. Ce que vous avez fait pour vos organisations leur reste, sans votre nom.',
    button: 'Ouvrir Notifly',
    note: 'Si ce n’était pas vous, écrivez à la personne qui gère cette installation.',
  },
  copy: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  footer: 'Envoyé par Notifly sur {host} au sujet de votre compte.',
}
