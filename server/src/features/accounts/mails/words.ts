import type { Locale } from '@notifly/contracts/accounts'
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

export interface MailWords {
  /** The person created an account. */
  verify: Words
  /** Somebody signed up with an address that has an account. */
  known: Words
  /** The person asked for a new password. */
  reset: Words
  /** The password was changed. */
  changed: Words
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

export const MAIL_WORDS: Record<Locale, MailWords> = { en, es, fr, hi }
