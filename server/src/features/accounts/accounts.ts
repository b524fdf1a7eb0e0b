/** Front door of accounts: signing in a person whose identity is proven, and confirming it again later. */
export { checkPassword } from './sign-in/sign-in.ts'
export { deviceWords } from './sign-in/own-sessions.ts'
export { enterApplication, finishSignIn } from './sign-in/finish-sign-in.ts'
export { confirmBySignIn } from './sign-up/links.ts'
export { refuseCommonPassword } from './passwords/common-passwords.ts'
export { requireRaised } from './passwords/raised.ts'
export {
  createAccount,
  findAccountByEmail,
  markEmailVerified,
  mentionAccount,
  mentionProvider,
  requestVerification,
} from './sign-up/newcomers.ts'
export { endTokensIn } from './sign-up/token-queries.ts'
export { accountLimits } from './sign-in/limits.ts'
export { emailKey } from './account/email-key.ts'
