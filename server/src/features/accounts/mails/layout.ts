import type { Locale } from '@notifly/contracts/accounts'
import { renderNotice } from '../../../lib/notice-mail.ts'
import type { MailKind, MailWords } from './words.ts'

interface MailContent {
  locale: Locale
  words: MailWords
  kind: MailKind
  link: string
  publicUrl: string
  /** Six digits, for a mail that brings them. */
  code?: string
}

/** Subject, text and HTML of one of the mails about an account. Nothing that a stranger typed stands in them. */
export function renderMail({ locale, words, kind, link, publicUrl, code = '' }: MailContent) {
  const { subject, text, button, note } = words[kind]
  const filled = { subject: subject.replace('{code}', code), text: text.replace('{code}', code), button, note }
  return renderNotice({ ...filled, locale, link, publicUrl, copy: words.copy, footer: words.footer })
}
