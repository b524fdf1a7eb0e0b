import type { MailWords } from './words.ts'

export const en: MailWords = {
  verify: {
    subject: 'Confirm your email address',
    text: 'An account was created on Notifly with this address. Open the link and sign in to confirm that it is yours.',
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
    text: 'The password of your Notifly account was changed, and all its other sessions were ended. Sign in with the new password.',
    button: 'Sign in',
    note: 'If it was not you, ask for a new password on the sign-in page at once.',
  },
  newEmail: {
    subject: 'Confirm your new email address',
    text: 'This address was given as the new one of a Notifly account. Open the link and sign in to the account, and it takes the place of the old one.',
    button: 'Confirm address',
    note: 'The link works once, for 24 hours. If it was not you, ignore this mail: without the confirmation nothing happens.',
  },
  takenEmail: {
    subject: 'You already have an account',
    text: 'Somebody, probably you, wanted to use this address for another Notifly account, but it already has one. Sign in to it as usual, or choose another address for the other account.',
    button: 'Sign in',
    note: 'If it was not you, nothing has changed and there is nothing to do.',
  },
  emailChanged: {
    subject: 'Your email address was changed',
    text: 'Your Notifly account has a new address. Mail about the account goes there from now on, and you sign in with it.',
    button: 'Sign in',
    note: 'If it was not you, somebody else has your account: write to whoever runs this installation at once.',
  },
  mfaOn: {
    subject: 'Two-step sign-in is on',
    text: 'From now on, signing in to your Notifly account asks for a code of your authenticator app besides the password. Keep your recovery codes in a safe place.',
    button: 'Open settings',
    note: 'If it was not you, set a new password at once and end all other sessions.',
  },
  mfaOff: {
    subject: 'Two-step sign-in is off',
    text: 'Signing in to your Notifly account no longer asks for a code of your authenticator app; its recovery codes no longer work.',
    button: 'Open settings',
    note: 'If it was not you, set a new password at once, then turn two-step sign-in on again.',
  },
  providerOn: {
    subject: '{provider} is connected',
    text: 'From now on you can also sign in to your Notifly account with {provider}.',
    button: 'Open settings',
    note: 'If it was not you, disconnect it in the settings, set a new password at once and end all other sessions.',
  },
  providerOff: {
    subject: '{provider} is disconnected',
    text: '{provider} no longer signs you in to your Notifly account.',
    button: 'Open settings',
    note: 'If it was not you, set a new password at once and end all other sessions.',
  },
  code: {
    subject: 'Confirm it is you: {code}',
    text: 'Enter {code} in Notifly to confirm that it is you.',
    button: 'Open settings',
    note: 'The code works once, for ten minutes, in the browser that asked for it. If it was not you, ignore this mail and end your other sessions in the settings.',
  },
  erased: {
    subject: 'Your account was deleted',
    text: 'Your Notifly account and your personal data were deleted, and all its sessions were ended. What you made for your organizations stays with them, without your name.',
    button: 'Open Notifly',
    note: 'If it was not you, write to whoever runs this installation.',
  },
  copy: 'If the button does not work, open this address in your browser:',
  footer: 'Sent by Notifly at {host} about your account there.',
}
