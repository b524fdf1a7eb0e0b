import type { Locale } from '@notifly/contracts/accounts/accounts'
import { renderNotice } from '../../../lib/mail/notice-mail.ts'
import type { MailKind, MailWords } from './words.ts'

/** Six digits, for a mail that brings them; a provider by its name. Never text that a user typed. */
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
  /** What stands in braces in some mails. */
  values?: MailValues
}

/** Subject, text and HTML of one of the mails about an account. Nothing that a stranger typed stands in them. */
export function renderMail({ locale, words, kind, link, publicUrl, values = {} }: MailContent) {
  const { code = '', provider = '' } = values
  const fill = (text: string) => text.replace('{code}', () => code).replace('{provider}', () => provider)
  const { subject, text, button, note } = words[kind]
  const filled = { subject: fill(subject), text: fill(text), button, note }
  return renderNotice({ ...filled, locale, link, publicUrl, copy: words.copy, footer: words.footer })
}
