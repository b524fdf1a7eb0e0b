import type { Locale } from '@notifly/contracts/accounts/accounts'
import { en } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { hi } from './words-hi.ts'
import { renderNotice } from '../../../lib/mail/notice-mail.ts'

/** One email: what happened, what to do, and what to do if it was someone else. */
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
  /** A person signed up with an address that has an account. */
  | 'known'
  /** The person asked for a new password. */
  | 'reset'
  /** The password was changed. */
  | 'changed'
  /** To the address that is to become the account's. */
  | 'newEmail'
  /** To an address that is to become another account's. */
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

interface MailWords extends Record<MailKind, Words> {
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
}

export const MAIL_WORDS: Record<Locale, MailWords> = { en, es, fr, hi }

/** A six-digit code, or the name of a provider. Never text that a user typed. */
export interface MailValues {
  code?: string
  provider?: string
}

interface MailContent {
  locale: Locale
  words: MailWords
  kind: MailKind
  link: string
  publicUrl: string
  /** The values that some emails have in braces. */
  values?: MailValues
}

/** Renders subject, text and HTML of a mail about an account. They contain no text that a stranger typed. */
export function renderMail({ locale, words, kind, link, publicUrl, values = {} }: MailContent) {
  const { code = '', provider = '' } = values
  const fill = (text: string) => text.replace('{code}', () => code).replace('{provider}', () => provider)
  const { subject, text, button, note } = words[kind]
  const filled = { subject: fill(subject), text: fill(text), button, note }
  return renderNotice({ ...filled, locale, link, publicUrl, copy: words.copy, footer: words.footer })
}
