/** Front door of accounts: signing in once somebody is proven, and confirming that it is still them. */
export { checkPassword } from './sign-in.ts'
export { enterApplication, finishSignIn } from './finish-sign-in.ts'
export { confirmBySignIn } from './links.ts'
export { refuseCommonPassword } from './common-passwords.ts'
export { requireRaised } from './raised.ts'
export {
  createAccount,
  findAccountByEmail,
  markEmailVerified,
  mentionAccount,
  mentionProvider,
  requestVerification,
} from './newcomers.ts'
export { endTokensIn } from './token-queries.ts'
export { accountLimits } from './limits.ts'
export { emailKey } from './email-key.ts'
