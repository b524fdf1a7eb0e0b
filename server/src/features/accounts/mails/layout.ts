import type { Locale } from '@notifly/contracts/accounts'
import { renderNotice } from '../../../lib/notice-mail.ts'
import type { MailWords } from './words.ts'

interface MailContent {
  locale: Locale
  words: MailWords
  kind: 'verify' | 'known' | 'reset' | 'changed'
  link: string
  publicUrl: string
}

/** Subject, text and HTML of one of the mails about an account. Nothing that a stranger typed stands in them. */
export function renderMail({ locale, words, kind, link, publicUrl }: MailContent) {
  return renderNotice({ ...words[kind], locale, link, publicUrl, copy: words.copy, footer: words.footer })
}
