import type { MailWords } from './words.ts'

export const es: MailWords = {
  verify: {
    subject: 'Confirme su dirección de correo',
    text: 'Se ha creado una cuenta en Notifly con esta dirección. Abra el enlace e inicie sesión para confirmar que es suya.',
    button: 'Confirmar dirección',
    note: 'El enlace funciona una sola vez, durante 24 horas. Si no ha sido usted, ignore este mensaje: sin la confirmación no ocurre nada.',
  },
  known: {
    subject: 'Ya tiene una cuenta',
    text: 'Alguien, probablemente usted, se ha registrado en Notifly con esta dirección, pero ya tiene una cuenta. Inicie sesión como siempre; si ha olvidado la contraseña, cree una nueva.',
    button: 'Crear una contraseña nueva',
    note: 'El enlace funciona una sola vez, durante una hora. Si no ha sido usted, nada ha cambiado y no tiene que hacer nada.',
  },
  reset: {
    subject: 'Cree una contraseña nueva',
    text: 'Se ha pedido una contraseña nueva para su cuenta de Notifly. Elíjala con el botón; después se cerrarán todas sus sesiones.',
    button: 'Crear una contraseña nueva',
    note: 'El enlace funciona una sola vez, durante una hora. Si no ha sido usted, ignore este mensaje: su contraseña sigue igual.',
  },
  changed: {
    subject: 'Su contraseña ha cambiado',
    text: 'La contraseña de su cuenta de Notifly ha cambiado y se han cerrado todas sus demás sesiones. A partir de ahora se inicia sesión con la contraseña nueva.',
    button: 'Iniciar sesión',
    note: 'Si no ha sido usted, pida enseguida una contraseña nueva en la página de inicio de sesión.',
  },
  newEmail: {
    subject: 'Confirme su nueva dirección de correo',
    text: 'Esta dirección se ha indicado como la nueva de una cuenta de Notifly. Abra el enlace e inicie sesión en la cuenta, y sustituirá a la anterior.',
    button: 'Confirmar dirección',
    note: 'El enlace funciona una sola vez, durante 24 horas. Si no ha sido usted, ignore este mensaje: sin la confirmación no ocurre nada.',
  },
  takenEmail: {
    subject: 'Ya tiene una cuenta',
    text: 'Alguien, probablemente usted, ha querido usar esta dirección para otra cuenta de Notifly, pero ya tiene una. Inicie sesión como siempre o elija otra dirección para la otra cuenta.',
    button: 'Iniciar sesión',
    note: 'Si no ha sido usted, nada ha cambiado y no tiene que hacer nada.',
  },
  emailChanged: {
    subject: 'Su dirección de correo ha cambiado',
    text: 'Su cuenta de Notifly tiene una dirección nueva. A partir de ahora, los mensajes sobre la cuenta llegan allí y con ella se inicia sesión.',
    button: 'Iniciar sesión',
    note: 'Si no ha sido usted, otra persona controla su cuenta: escriba enseguida a quien administra esta instalación.',
  },
  mfaOn: {
    subject: 'La verificación en dos pasos está activada',
    text: 'A partir de ahora, para iniciar sesión en su cuenta de Notifly se pide un código de su aplicación de autenticación además de la contraseña. Guarde sus códigos de recuperación en un lugar seguro.',
    button: 'Abrir ajustes',
    note: 'Si no ha sido usted, cambie enseguida su contraseña y cierre las demás sesiones.',
  },
  mfaOff: {
    subject: 'La verificación en dos pasos está desactivada',
    text: 'Para iniciar sesión en su cuenta de Notifly ya no se pide un código de su aplicación de autenticación; los códigos de recuperación ya no funcionan.',
    button: 'Abrir ajustes',
    note: 'Si no ha sido usted, cambie enseguida su contraseña y vuelva a activar la verificación en dos pasos.',
  },
  providerOn: {
    subject: '{provider} está conectado',
    text: 'A partir de ahora también puede iniciar sesión en su cuenta de Notifly con {provider}.',
    button: 'Abrir ajustes',
    note: 'Si no ha sido usted, desconéctelo en los ajustes, cambie enseguida su contraseña y cierre las demás sesiones.',
  },
  providerOff: {
    subject: '{provider} está desconectado',
    text: '{provider} ya no le da acceso a su cuenta de Notifly.',
    button: 'Abrir ajustes',
    note: 'Si no ha sido usted, cambie enseguida su contraseña y cierre las demás sesiones.',
  },
  code: {
    subject: 'Confirme que es usted: {code}',
    text: 'Introduzca {code} en Notifly para confirmar que es usted.',
    button: 'Abrir ajustes',
    note: 'El código funciona una sola vez, durante diez minutos, en el navegador que lo pidió. Si no ha sido usted, ignore este mensaje y cierre las demás sesiones en los ajustes.',
  },
  erased: {
    subject: 'Su cuenta se ha eliminado',
    text: 'Su cuenta de Notifly y sus datos personales se han eliminado, y se han cerrado todas sus sesiones. Lo que hizo para sus organizaciones se queda en ellas, sin su nombre.',
    button: 'Abrir Notifly',
    note: 'Si no ha sido usted, escriba a quien administra esta instalación.',
  },
  copy: 'Si el botón no funciona, abra esta dirección en su navegador:',
  footer: 'Enviado por Notifly en {host} acerca de su cuenta.',
}
