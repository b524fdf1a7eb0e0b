export const es = {
  asked: {
    subject: '{maker} solicita su aprobación',
    text: '{maker} ha solicitado un cambio en {application}: {module}, «{title}». Se aplicará cuando se apruebe. Decida antes del {due}.',
  },
  approved: {
    subject: 'Su cambio se ha aprobado',
    text: '{approver} ha aprobado su cambio en {application}: {module}, «{title}». Ya se ha aplicado.',
  },
  approvedByDeadline: {
    subject: 'Su cambio se ha aprobado',
    text: 'Nadie ha decidido a tiempo, así que su cambio en {application} se ha aprobado automáticamente: {module}, «{title}». Ya se ha aplicado.',
  },
  rejected: {
    subject: 'Su cambio se ha rechazado',
    text: '{approver} ha rechazado su cambio en {application}: {module}, «{title}». Motivo: {reason}',
  },
  rejectedByDeadline: {
    subject: 'Su cambio se ha rechazado',
    text: 'Su cambio en {application} se ha rechazado al vencer el plazo: {module}, «{title}». Motivo: {reason}',
  },
  withdrawn: {
    subject: 'Su cambio se ha retirado',
    text: 'Su solicitud en {application} se ha retirado: {module}, «{title}». No se ha cambiado nada.',
  },
  nobodyDecided: 'Nadie ha decidido a tiempo.',
  notApplied: 'Ya no se ha podido aplicar. Consulte los detalles en la solicitud.',
  button: 'Abrir aprobaciones',
  approverNote: 'Recibe este correo porque su rol aprueba estos cambios.',
  makerNote:
    'Recibe este correo porque solicitó el cambio. Puede corregir y volver a enviar las solicitudes rechazadas.',
  copy: 'Si el botón no funciona, abra este enlace en su navegador:',
  footer: 'Enviado por Notifly en {host} acerca de su trabajo.',
  modules: {
    101: 'plantillas de correo',
    102: 'plantillas de WhatsApp',
    201: 'segmentos de audiencia',
    202: 'audiencia',
    301: 'ajustes de correo',
    302: 'ajustes de SMS',
    303: 'ajustes de WhatsApp',
    304: 'ajustes de push web',
    401: 'campañas de correo',
    402: 'campañas de WhatsApp',
    403: 'campañas de push web',
    801: 'claves e integración',
  },
}
