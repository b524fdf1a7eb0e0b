/** The pages that recipients see, as whole documents: no script, one hashed style, and no request but for fonts. */
import { LOCALES, type Locale } from '@notifly/contracts/accounts'
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import { PAGE_WORDS, type PageWords } from './page-words.ts'

// The product's tokens, as far as these pages need them.
const STYLE = `
@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/inter') format('woff2');
unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122}
@font-face{font-family:'Noto Sans Devanagari Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/devanagari') format('woff2');
unicode-range:U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20B9,U+25CC,U+A830-A839,U+A8E0-A8FF}
:root{color-scheme:light dark;--canvas:light-dark(#f8f9fb,#0d0f13);--surface:light-dark(#fff,#14161b);--line:light-dark(#e5e7ec,#262a33);
--strong:light-dark(#d5d9e1,#363b47);--ink:light-dark(#15181f,#eceef2);--ink2:light-dark(#434a59,#b9bfcb);--muted:light-dark(#626a7a,#969dac);
--accent:light-dark(#443df6,#5a54f5);--hover:light-dark(#3730d8,#635df6);--focus:light-dark(#443df6,#8b87ff);--link:light-dark(#3d36e0,#a5a2ff);
--ok:light-dark(#166534,#7dd79d);--okbg:light-dark(#e7f6ec,#12281b)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:1fr auto;background:var(--canvas);color:var(--ink);
font:14px/1.5 'Inter Variable','Noto Sans Devanagari Variable',ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:448px;margin:auto;padding:32px 16px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:32px}
.mark{display:block;width:36px;height:36px;margin:0 0 16px -5px;color:var(--accent)}
h1{font-size:20px;line-height:28px;font-weight:610;letter-spacing:-.017em;margin:0 0 8px;overflow-wrap:anywhere}
:lang(hi) h1{letter-spacing:0}
p{margin:0;color:var(--ink2);overflow-wrap:anywhere}
.done{margin:0 0 20px;padding:8px 12px;border-radius:6px;background:var(--okbg);color:var(--ok)}
form{margin:24px 0 0}
button{font:inherit;font-weight:530;width:100%;min-height:40px;padding:8px 16px;border-radius:6px;border:1px solid transparent;
background:var(--accent);color:#fff;cursor:pointer}
button:hover{background:var(--hover)}
button.plain{background:var(--surface);color:var(--ink);border-color:var(--strong)}
button.plain:hover{background:var(--canvas)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 16px;padding:16px;font-size:12px;color:var(--muted)}
nav a{color:var(--muted);text-underline-offset:3px;padding:4px 0}
nav a[aria-current]{color:var(--ink);text-decoration:none;font-weight:530}
@media(max-width:480px){.card{padding:24px}button{font-size:16px}}
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but this style, our fonts and this origin's form. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface PreferencePage {
  locale: Locale
  sender: string
  /** Whose emails; shown in part, since a forwarded message carries this link along. */
  address: string
  hasLeft: boolean
  done: 'unsubscribed' | 'resubscribed' | null
}

export function preferencePage({ locale, sender, address, hasLeft, done }: PreferencePage): string {
  const words = PAGE_WORDS[locale]
  const fill = (text: string): string =>
    escapeHtml(text)
      .replace('{sender}', `<bdi>${escapeHtml(sender)}</bdi>`)
      .replace('{address}', `<bdi>${escapeHtml(masked(address))}</bdi>`)
  const notice =
    done === null
      ? ''
      : `<p class="done" role="status">${escapeHtml(done === 'unsubscribed' ? words.doneUnsubscribed : words.doneResubscribed)}</p>`
  const body = hasLeft
    ? `<h1>${fill(words.unsubscribed)}</h1><p>${fill(words.unsubscribedText)}</p>${button('resubscribe', words.resubscribe, 'plain')}`
    : `<h1>${fill(words.subscribed)}</h1><p>${fill(words.subscribedText)}</p>${button('unsubscribe', words.unsubscribe, '')}`
  return document(locale, words.title.replace('{sender}', sender), notice + body)
}

/** For links that are none of ours, or not any more. */
export function unknownPage(locale: Locale): string {
  const words: PageWords = PAGE_WORDS[locale]
  return document(
    locale,
    words.unknownTitle,
    `<h1>${escapeHtml(words.unknownTitle)}</h1><p>${escapeHtml(words.unknownText)}</p>`,
  )
}

function button(action: string, label: string, look: string): string {
  const style = look === '' ? '' : ` class="${look}"`
  return `<form method="post"><button name="action" value="${action}"${style}>${escapeHtml(label)}</button></form>`
}

function document(locale: Locale, title: string, body: string): string {
  const words = PAGE_WORDS[locale]
  const languages = LOCALES.map(
    each =>
      `<a href="?lang=${each}" lang="${each}" hreflang="${each}"${each === locale ? ' aria-current="true"' : ''}>${PAGE_WORDS[each].languageName}</a>`,
  )
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main><div class="card">${MARK}${body}</div></main>
<nav aria-label="${escapeHtml(words.language)}">${languages.join('')}</nav>
</body>
</html>
`
}

/** An open envelope: the sender's own mark is not ours to know. */
const MARK =
  '<svg class="mark" viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="5" y="8" width="26" height="20" rx="3"/><path d="m5 12 13 9 13-9"/></svg>'

/** The first letter and the domain: enough for its owner. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 1) return '•••'
  const [first = ''] = address
  return `${first}•••${address.slice(at)}`
}
