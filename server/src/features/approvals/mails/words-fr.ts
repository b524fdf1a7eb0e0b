export const fr = {
  asked: {
    subject: '{maker} demande votre approbation',
    text: '{maker} a demandé une modification dans {application} : {module}, « {title} ». Elle prendra effet une fois approuvée. Décidez avant le {due}.',
  },
  approved: {
    subject: 'Votre modification a été approuvée',
    text: '{approver} a approuvé votre modification dans {application} : {module}, « {title} ». Elle a pris effet.',
  },
  approvedByDeadline: {
    subject: 'Votre modification a été approuvée',
    text: 'Personne n’a décidé à temps : votre modification dans {application} a donc été approuvée automatiquement : {module}, « {title} ». Elle a pris effet.',
  },
  rejected: {
    subject: 'Votre modification a été refusée',
    text: '{approver} a refusé votre modification dans {application} : {module}, « {title} ». Motif : {reason}',
  },
  rejectedByDeadline: {
    subject: 'Votre modification a été refusée',
    text: 'Votre modification dans {application} a été refusée à l’échéance : {module}, « {title} ». Motif : {reason}',
  },
  withdrawn: {
    subject: 'Votre modification a été retirée',
    text: 'Votre demande dans {application} a été retirée : {module}, « {title} ». Rien n’a été modifié.',
  },
  nobodyDecided: 'Personne n’a décidé à temps.',
  notApplied: 'Elle n’a plus pu être appliquée. Consultez la demande pour en savoir plus.',
  button: 'Ouvrir les approbations',
  approverNote: 'Vous recevez cet e-mail parce que votre rôle approuve ces modifications.',
  makerNote:
    'Vous recevez cet e-mail parce que vous avez demandé la modification. Vous pouvez corriger et renvoyer les demandes refusées.',
  copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur :',
  footer: 'Envoyé par Notifly sur {host} au sujet de votre travail.',
  modules: {
    101: 'modèles d’e-mail',
    102: 'modèles WhatsApp',
    201: 'segments d’audience',
    202: 'audience',
    301: 'paramètres e-mail',
    302: 'paramètres SMS',
    303: 'paramètres WhatsApp',
    304: 'paramètres push web',
    401: 'campagnes e-mail',
    402: 'campagnes WhatsApp',
    403: 'campagnes push web',
    801: 'clés et intégration',
  },
}
