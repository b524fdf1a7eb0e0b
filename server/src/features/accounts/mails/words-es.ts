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
    text: 'La contraseña de tu cuenta de Notifly ha cambiado y se han cerrado todas sus demás sesiones. A partir de ahora se inicia sesión con la contraseña nueva.',
    button: 'Iniciar sesión',
    note: 'Si no has sido tú, pide enseguida una contraseña nueva en la página de inicio de sesión.',
  },
  newEmail: {
    subject: 'Confirma tu nueva dirección de correo',
    text: 'Esta dirección se ha indicado como la nueva de una cuenta de Notifly. Confirma que es tuya y sustituirá a la anterior.',
    button: 'Confirmar dirección',
    note: 'El enlace funciona una sola vez, durante 24 horas. Si no has sido tú, ignora este mensaje: sin la confirmación no ocurre nada.',
  },
  takenEmail: {
    subject: 'Ya tienes una cuenta',
    text: 'Alguien, probablemente tú, ha querido usar esta dirección para otra cuenta de Notifly, pero ya tiene una. Inicia sesión como siempre o elige otra dirección para la otra cuenta.',
    button: 'Iniciar sesión',
    note: 'Si no has sido tú, nada ha cambiado y no tienes que hacer nada.',
  },
  emailChanged: {
    subject: 'Tu dirección de correo ha cambiado',
    text: 'Tu cuenta de Notifly tiene una dirección nueva. A partir de ahora, los mensajes sobre la cuenta llegan allí y con ella inicias sesión.',
    button: 'Iniciar sesión',
    note: 'Si no has sido tú, otra persona controla tu cuenta: escribe enseguida a quien administra esta instalación.',
  },
  mfaOn: {
    subject: 'La verificación en dos pasos está activada',
    text: 'A partir de ahora, para iniciar sesión en tu cuenta de Notifly se pide un código de tu aplicación de autenticación además de la contraseña. Guarda tus códigos de recuperación en un lugar seguro.',
    button: 'Abrir ajustes',
    note: 'Si no has sido tú, cambia enseguida tu contraseña y cierra las demás sesiones.',
  },
  mfaOff: {
    subject: 'La verificación en dos pasos está desactivada',
    text: 'Para iniciar sesión en tu cuenta de Notifly ya no se pide un código de tu aplicación de autenticación; sus códigos de recuperación ya no funcionan.',
    button: 'Abrir ajustes',
    note: 'Si no has sido tú, cambia enseguida tu contraseña y vuelve a activar la verificación en dos pasos.',
  },
  providerOn: {
    subject: '{provider} está conectado',
    text: 'A partir de ahora también puedes iniciar sesión en tu cuenta de Notifly con {provider}.',
    button: 'Abrir ajustes',
    note: 'Si no has sido tú, desconéctalo en los ajustes, cambia enseguida tu contraseña y cierra las demás sesiones.',
  },
  providerOff: {
    subject: '{provider} está desconectado',
    text: '{provider} ya no te da acceso a tu cuenta de Notifly.',
    button: 'Abrir ajustes',
    note: 'Si no has sido tú, cambia enseguida tu contraseña y cierra las demás sesiones.',
  },
  code: {
    subject: 'Confirma que eres tú: {code}',
    text: 'Introduce {code} en Notifly para confirmar que eres tú.',
    button: 'Abrir ajustes',
    note: 'El código funciona una sola vez, durante diez minutos, en el navegador que lo pidió. Si no has sido tú, ignora este mensaje y cierra las demás sesiones en los ajustes.',
  },
  erased: {
    subject: 'Tu cuenta se ha eliminado',
    text: 'Tu cuenta de Notifly y tus datos personales se han eliminado, y se han cerrado todas sus sesiones. Lo que hiciste para tus organizaciones se queda en ellas, sin tu nombre.',
    button: 'Abrir Notifly',
    note: 'Si no has sido tú, escribe a quien administra esta instalación.',
  },
  copy: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  footer: 'Enviado por Notifly en {host} acerca de tu cuenta.',
}
