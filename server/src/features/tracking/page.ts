/** The page on which recipients unsubscribe from topics or everything, and pages for invalid links. */
import { type Locale, LOCALES } from '@notifly/contracts/accounts/accounts'
import { publicDocument } from '../../http/public-page.ts'
import { maskedAddress } from '../../lib/addresses.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import { PAGE_WORDS, type PageWords } from './page-words.ts'

interface PageTopic {
  uuid: string
  name: string
  description: string
  isWanted: boolean
  /** What the message is about whose link was followed. */
  isOfMessage: boolean
}

export interface PreferencePage {
  locale: Locale
  sender: string
  /** Whose emails; shown in part, since a forwarded message carries this link along. */
  address: string
  /** All mail. */
  hasLeft: boolean
  topics: readonly PageTopic[]
  done: 'unsubscribed' | 'resubscribed' | 'chosen' | null
  /** A recipient who left confirms before mail comes again. */
  asksToReturn: boolean
}

export function preferencePage(page: PreferencePage): string {
  const words = PAGE_WORDS[page.locale]
  const { sender, address, done } = page
  const fill = (text: string): string =>
    escapeHtml(text)
      .replace('{sender}', () => `<bdi>${escapeHtml(sender)}</bdi>`)
      .replace('{address}', () => `<bdi>${escapeHtml(maskedAddress(address))}</bdi>`)
  const said = { unsubscribed: words.doneUnsubscribed, resubscribed: words.doneResubscribed, chosen: words.doneChosen }
  const notice = done === null ? '' : `<p class="done" role="status">${escapeHtml(said[done])}</p>`
  const title = words.title.replace('{sender}', () => sender)
  return document(page.locale, title, notice + bodyOf(page, words, fill))
}

type Fill = (text: string) => string

function bodyOf({ locale, hasLeft, topics, asksToReturn }: PreferencePage, words: PageWords, fill: Fill): string {
  if (asksToReturn) {
    const yes = button('resubscribe', words.askYes, '')
    return `${heading(words.askTitle, words.askText, fill)}${yes}${link(`?lang=${locale}`, words.askNo)}`
  }
  if (hasLeft) {
    const ask = link(`?lang=${locale}&amp;ask=resubscribe`, words.resubscribe)
    return heading(words.unsubscribed, words.unsubscribedText, fill) + ask
  }
  if (topics.length === 0) {
    return heading(words.subscribed, words.subscribedText, fill) + button('unsubscribe', words.unsubscribe, '')
  }
  const leaveAll = `<h2>${escapeHtml(words.leaveAllTitle)}</h2><p>${fill(words.leaveAllText)}</p>`
  return `${heading(words.subscribed, words.topicsText, fill)}${switches(topics, words)}
<section>${leaveAll}${button('unsubscribe', words.leaveAll, 'plain')}</section>`
}

function heading(title: string, text: string, fill: Fill): string {
  return `<h1>${fill(title)}</h1><p>${fill(text)}</p>`
}

/** The topic of the message first, then the others in their order. */
function switches(topics: readonly PageTopic[], words: PageWords): string {
  const ordered = [...topics].sort((a, b) => Number(b.isOfMessage) - Number(a.isOfMessage))
  const rows = ordered.map(({ uuid, name, description, isWanted, isOfMessage }) => {
    const mark = isOfMessage ? `<i>${escapeHtml(words.ofMessage)}</i>` : ''
    const text = description === '' ? '' : `<small>${escapeHtml(description)}</small>`
    const checked = isWanted ? ' checked' : ''
    return `<li><label><span><b><bdi>${escapeHtml(name)}</bdi>${mark}</b>${text}</span><input type="checkbox" role="switch" name="topic_${uuid}"${checked}></label></li>`
  })
  const shown = ordered.map(topic => topic.uuid).join(',')
  return `<form method="post" autocomplete="off"><input type="hidden" name="shown" value="${shown}">
<ul class="topics" role="list">${rows.join('')}</ul><p><button name="action" value="choose">${escapeHtml(words.save)}</button></p></form>`
}

/** For links that are not ours, or no longer valid. */
export function unknownPage(locale: Locale): string {
  const { unknownTitle, unknownText } = PAGE_WORDS[locale]
  return plainPage(locale, unknownTitle, unknownText)
}

/** For links of erased people. */
export function gonePage(locale: Locale): string {
  const { goneTitle, goneText } = PAGE_WORDS[locale]
  return plainPage(locale, goneTitle, goneText)
}

/** For links to mails that are no longer kept. */
export function expiredPage(locale: Locale): string {
  const { expiredTitle, expiredText } = PAGE_WORDS[locale]
  return plainPage(locale, expiredTitle, expiredText)
}

function plainPage(locale: Locale, title: string, text: string): string {
  return document(locale, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
}

function button(action: string, label: string, look: string): string {
  const style = look === '' ? '' : ` class="${look}"`
  return `<form method="post"><button name="action" value="${action}"${style}>${escapeHtml(label)}</button></form>`
}

function link(address: string, label: string): string {
  return `<a class="plain" href="${address}">${escapeHtml(label)}</a>`
}

function document(locale: Locale, title: string, body: string): string {
  const words = PAGE_WORDS[locale]
  const languages = LOCALES.map(
    each =>
      `<a href="?lang=${each}" lang="${each}" hreflang="${each}"${each === locale ? ' aria-current="true"' : ''}>${PAGE_WORDS[each].languageName}</a>`,
  )
  const foot = `<nav aria-label="${escapeHtml(words.language)}">${languages.join('')}</nav>\n`
  return publicDocument({ locale, title, body, foot })
}
