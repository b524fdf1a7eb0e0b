import { html, type Html, type HtmlValue } from './html.ts'
import { icon, type IconName } from './icons.ts'

/** An empty state: what is missing, and what to do. */
export function emptyState(picture: IconName, title: HtmlValue, words: Html): Html {
  return html`<div class="state">
    <span class="ic">${icon(picture)}</span>
    <h2>${title}</h2>
    ${words}
  </div>`
}

/** The same in the middle of a pane. */
export function blankPane(picture: IconName, title: HtmlValue, words: Html): Html {
  return html`<div class="blank">${emptyState(picture, title, words)}</div>`
}
