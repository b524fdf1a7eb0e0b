import type { ApprovalWords } from './words.ts'

export const es: ApprovalWords = {
  asked: {
    subject: '{maker} pide tu aprobación',
    text: '{maker} quiere hacer un cambio en {application}: {module}, «{title}». Solo tendrá efecto cuando se apruebe. Decide antes del {due}.',
  },
  approved: {
    subject: 'Tu cambio se ha aprobado',
    text: '{approver} ha aprobado tu cambio en {application}: {module}, «{title}». Ya está en vigor.',
  },
  approvedByDeadline: {
    subject: 'Tu cambio se ha aprobado',
    text: 'Nadie ha decidido a tiempo, así que tu cambio en {application} se ha aprobado, como indica tu rol: {module}, «{title}». Ya está en vigor.',
  },
  rejected: {
    subject: 'Tu cambio se ha rechazado',
    text: '{approver} ha rechazado tu cambio en {application}: {module}, «{title}». El motivo: {reason}',
  },
  rejectedByDeadline: {
    subject: 'Tu cambio se ha rechazado',
    text: 'Tu cambio en {application} se ha rechazado al agotarse el plazo: {module}, «{title}». El motivo: {reason}',
  },
  withdrawn: {
    subject: 'Tu cambio se ha retirado',
    text: 'Tu solicitud en {application} se ha retirado: {module}, «{title}». No se ha cambiado nada.',
  },
  nobodyDecided: 'Nadie ha decidido a tiempo.',
  button: 'Abrir aprobaciones',
  approverNote: 'Recibes este mensaje porque tu rol aprueba cambios de este tipo.',
  makerNote: 'Recibes este mensaje porque pediste el cambio. Lo rechazado se puede corregir y volver a enviar.',
  copy: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  footer: 'Enviado por Notifly en {host} acerca de tu trabajo.',
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
