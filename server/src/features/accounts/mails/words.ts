import type { Locale } from '@notifly/contracts/accounts/accounts'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { hi } from './words-hi.ts'

/** One mail: what happened, what to do, and what if it was somebody else. */
interface Words {
  subject: string
  text: string
  button: string
  note: string
}

/** Every mail about an account. */
export type MailKind =
  /** The person created an account. */
  | 'verify'
  /** Somebody signed up with an address that has an account. */
  | 'known'
  /** The person asked for a new password. */
  | 'reset'
  /** The password was changed. */
  | 'changed'
  /** To an address that somebody wants for the account. */
  | 'newEmail'
  /** To an address that somebody wants for another account. */
  | 'takenEmail'
  /** To the address that the account had until now. */
  | 'emailChanged'
  | 'mfaOn'
  | 'mfaOff'
  /** `{provider}` lets the reader in from now on, or no longer. */
  | 'providerOn'
  | 'providerOff'
  /** `{code}` is what confirms the reader. */
  | 'code'
  /** To the last address of an account that is no more. */
  | 'erased'

export interface MailWords extends Record<MailKind, Words> {
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

export const MAIL_WORDS: Record<Locale, MailWords> = { en, es, fr, hi }
