import type { MailWords } from './words.ts'

export const en: MailWords = {
  verify: {
    subject: 'Confirm your email address',
    text: 'An account was created on Notifly with this address. Confirm that it is yours, and you can sign in.',
    button: 'Confirm address',
    note: 'The link works once, for 24 hours. If it was not you, ignore this mail: without the confirmation nothing happens.',
  },
  known: {
    subject: 'You already have an account',
    text: 'Somebody, probably you, signed up for Notifly with this address, but it already has an account. Sign in as usual; if you have forgotten your password, set a new one.',
    button: 'Set a new password',
    note: 'The link works once, for one hour. If it was not you, nothing has changed and there is nothing to do.',
  },
  reset: {
    subject: 'Set a new password',
    text: 'A new password was requested for your Notifly account. Choose it with the button below; you will then be signed out everywhere.',
    button: 'Set a new password',
    note: 'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  },
  changed: {
    subject: 'Your password was changed',
    text: 'The password of your Notifly account was changed, and all its sessions were ended. Sign in with the new password.',
    button: 'Sign in',
    note: 'If it was not you, ask for a new password on the sign-in page at once.',
  },
  copy: 'If the button does not work, open this address in your browser:',
  footer: 'Sent by Notifly at {host} about your account there.',
}
