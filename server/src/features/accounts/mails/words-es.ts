import type { MailWords } from './words.ts'

export const es: MailWords = {
  verify: {
    subject: 'Confirma tu dirección de correo',
    text: 'Se ha creado una cuenta en Notifly con esta dirección. Confirma que es tuya y podrás iniciar sesión.',
    button: 'Confirmar dirección',
    note: 'El enlace funciona una sola vez, durante 24 horas. Si no has sido tú, ignora este mensaje: sin la confirmación no ocurre nada.',
  },
  known: {
    subject: 'Ya tienes una cuenta',
    text: 'Alguien, probablemente tú, se ha registrado en Notifly con esta dirección, pero ya tiene una cuenta. Inicia sesión como siempre; si has olvidado la contraseña, crea una nueva.',
    button: 'Crear una contraseña nueva',
    note: 'El enlace funciona una sola vez, durante una hora. Si no has sido tú, nada ha cambiado y no tienes que hacer nada.',
  },
  reset: {
    subject: 'Crea una contraseña nueva',
    text: 'Se ha pedido una contraseña nueva para tu cuenta de Notifly. Elígela con el botón; después se cerrarán todas tus sesiones.',
    button: 'Crear una contraseña nueva',
    note: 'El enlace funciona una sola vez, durante una hora. Si no has sido tú, ignora este mensaje: tu contraseña sigue igual.',
  },
  changed: {
    subject: 'Tu contraseña ha cambiado',
    text: 'La contraseña de tu cuenta de Notifly ha cambiado y se han cerrado todas sus sesiones. Inicia sesión con la contraseña nueva.',
    button: 'Iniciar sesión',
    note: 'Si no has sido tú, pide enseguida una contraseña nueva en la página de inicio de sesión.',
  },
  copy: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  footer: 'Enviado por Notifly en {host} acerca de tu cuenta.',
}
