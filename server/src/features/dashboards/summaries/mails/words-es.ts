import type { SummaryWords } from './summary-words.ts'

export const es: SummaryWords = {
  weekly: {
    subject: '{application}: su semana',
    text: 'Qué lograron sus notificaciones del {days}, en comparación con la semana anterior.',
    note: 'Recibe este correo cada lunes porque lo pidió en el panel.',
  },
  monthly: {
    subject: '{application}: su mes',
    text: 'Qué lograron sus notificaciones del {days}, en comparación con el mes anterior.',
    note: 'Recibe este correo el primer día de cada mes porque lo pidió en el panel.',
  },
  nothingSent: 'No se envió nada del {days}. Su próxima campaña está a un clic.',
  sent: 'Enviados',
  delivered: 'Entregados',
  opened: 'Abiertos',
  clicked: 'Con clic',
  unsubscribed: 'Bajas',
  newContacts: 'Contactos nuevos',
  channels: {
    email: 'Correo',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    webpush: 'Push web',
    mobilepush: 'Push móvil',
  },
  ofChannel: '{opened} abiertos, {clicked} con clic',
  button: 'Abrir el panel',
  stop: 'Dejar de recibir estos correos',
  copy: 'Si el botón no funciona, abra este enlace en su navegador:',
  footer: 'Enviado por Notifly en {host}.',
  page: {
    title: 'Resumen por correo de {application}',
    text: 'Recibe por correo un resumen de esta aplicación.',
    stop: 'Dejar de recibir estos correos',
    stopped: 'Ya no recibirá este resumen',
    stoppedText: 'Puede volver a activarlo en el panel de {application}.',
    unknown: 'Este enlace no funciona',
    unknownText: 'Puede estar incompleto, o la aplicación se eliminó. Ábralo de nuevo desde el correo.',
    language: 'Idioma',
    languageName: 'Español',
  },
}
