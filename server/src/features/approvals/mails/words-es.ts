export const es = {
  asked: {
    subject: '{maker} pide su aprobación',
    text: '{maker} quiere hacer un cambio en {application}: {module}, «{title}». Solo tendrá efecto cuando se apruebe. Decida antes del {due}.',
  },
  approved: {
    subject: 'Su cambio se ha aprobado',
    text: '{approver} ha aprobado su cambio en {application}: {module}, «{title}». Ya está en vigor.',
  },
  approvedByDeadline: {
    subject: 'Su cambio se ha aprobado',
    text: 'Nadie ha decidido a tiempo, así que su cambio en {application} se ha aprobado, como indica su rol: {module}, «{title}». Ya está en vigor.',
  },
  rejected: {
    subject: 'Su cambio se ha rechazado',
    text: '{approver} ha rechazado su cambio en {application}: {module}, «{title}». El motivo: {reason}',
  },
  rejectedByDeadline: {
    subject: 'Su cambio se ha rechazado',
    text: 'Su cambio en {application} se ha rechazado al agotarse el plazo: {module}, «{title}». El motivo: {reason}',
  },
  withdrawn: {
    subject: 'Su cambio se ha retirado',
    text: 'Su solicitud en {application} se ha retirado: {module}, «{title}». No se ha cambiado nada.',
  },
  nobodyDecided: 'Nadie ha decidido a tiempo.',
  notApplied: 'Ya no se pudo aplicar; la solicitud dice por qué.',
  button: 'Abrir aprobaciones',
  approverNote: 'Recibe este mensaje porque su rol aprueba cambios de este tipo.',
  makerNote: 'Recibe este mensaje porque pidió el cambio. Lo rechazado se puede corregir y volver a enviar.',
  copy: 'Si el botón no funciona, abra esta dirección en su navegador:',
  footer: 'Enviado por Notifly en {host} acerca de su trabajo.',
  modules: {
    101: 'plantillas de correo',
    102: 'plantillas de WhatsApp',
    201: 'segmentos de audiencia',
    202: 'audiencia',
    301: 'ajustes de correo',
    302: 'ajustes de SMS',
    303: 'ajustes de WhatsApp',
    304: 'ajustes de web push',
    401: 'campañas de correo',
    402: 'campañas de WhatsApp',
    403: 'campañas de web push',
    801: 'claves e integración',
  },
}
