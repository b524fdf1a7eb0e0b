/** The page on which the reader of a summary unsubscribes from it. */
import { type Locale, LOCALES } from '@notifly/contracts/accounts/accounts'
import { publicDocument } from '../../../http/public-page.ts'
import { escapeHtml } from '../../../lib/liquid/writers.ts'
import { SUMMARY_WORDS } from './mails/words.ts'

interface StopPage {
  locale: Locale
  application: string
  isStopped: boolean
}

export function stopPage({ locale, application, isStopped }: StopPage): string {
  const { page } = SUMMARY_WORDS[locale]
  const fill = (text: string): string =>
    escapeHtml(text).replace('{application}', () => `<bdi>${escapeHtml(application)}</bdi>`)
  const title = page.title.replace('{application}', () => application)
  const body = isStopped
    ? `<h1>${fill(page.stopped)}</h1><p>${fill(page.stoppedText)}</p>`
    : `<h1>${fill(page.title)}</h1><p>${fill(page.text)}</p><form method="post"><button>${escapeHtml(page.stop)}</button></form>`
  return document(locale, title, body)
}

/** For links without a valid signature. */
export function unknownPage(locale: Locale): string {
  const { unknown, unknownText } = SUMMARY_WORDS[locale].page
  return document(locale, unknown, `<h1>${escapeHtml(unknown)}</h1><p>${escapeHtml(unknownText)}</p>`)
}

function document(locale: Locale, title: string, body: string): string {
  const links = LOCALES.map(
    each =>
      `<a href="?lang=${each}" lang="${each}" hreflang="${each}"${each === locale ? ' aria-current="true"' : ''}>${SUMMARY_WORDS[each].page.languageName}</a>`,
  )
  const foot = `<nav aria-label="${escapeHtml(SUMMARY_WORDS[locale].page.language)}">${links.join('')}</nav>\n`
  return publicDocument({ locale, title, body, foot })
}
