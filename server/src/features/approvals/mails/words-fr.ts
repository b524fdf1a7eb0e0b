export const fr = {
  asked: {
    subject: '{maker} demande votre approbation',
    text: '{maker} souhaite apporter une modification dans {application} : {module}, « {title} ». Elle ne prendra effet qu’une fois approuvée. Décidez avant le {due}.',
  },
  approved: {
    subject: 'Votre modification a été approuvée',
    text: '{approver} a approuvé votre modification dans {application} : {module}, « {title} ». Elle est en vigueur.',
  },
  approvedByDeadline: {
    subject: 'Votre modification a été approuvée',
    text: 'Personne n’a décidé à temps : votre modification dans {application} a donc été approuvée, comme le prévoit votre rôle : {module}, « {title} ». Elle est en vigueur.',
  },
  rejected: {
    subject: 'Votre modification a été refusée',
    text: '{approver} a refusé votre modification dans {application} : {module}, « {title} ». Motif : {reason}',
  },
  rejectedByDeadline: {
    subject: 'Votre modification a été refusée',
    text: 'Votre modification dans {application} a été refusée à l’expiration du délai : {module}, « {title} ». Motif : {reason}',
  },
  withdrawn: {
    subject: 'Votre modification a été retirée',
    text: 'Votre demande dans {application} a été retirée : {module}, « {title} ». Rien n’a été modifié.',
  },
  nobodyDecided: 'Personne n’a décidé à temps.',
  notApplied: 'Elle n’a plus pu être appliquée ; la demande dit pourquoi.',
  button: 'Ouvrir les approbations',
  approverNote: 'Vous recevez ce message parce que votre rôle approuve ce type de modifications.',
  makerNote:
    'Vous recevez ce message parce que vous avez demandé la modification. Ce qui a été refusé peut être corrigé et renvoyé.',
  copy: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  footer: 'Envoyé par Notifly sur {host} au sujet de votre travail.',
  modules: {
    101: 'modèles d’e-mail',
    102: 'modèles WhatsApp',
    201: 'segments d’audience',
    202: 'audience',
    301: 'réglages e-mail',
    302: 'réglages SMS',
    303: 'réglages WhatsApp',
    304: 'réglages web push',
    401: 'campagnes e-mail',
    402: 'campagnes WhatsApp',
    403: 'campagnes web push',
    801: 'clés et intégration',
  },
}
