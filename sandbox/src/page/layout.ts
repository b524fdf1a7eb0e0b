import { html, type Html } from './html.ts'
import { BRAND_MARK } from './icons.ts'

export interface DocumentOptions {
  title: string
  /** Name of its style sheet and of its body's class; also its path, except for the inbox. */
  page: keyof typeof SCRIPTS
  body: Html
}

export interface LayoutOptions extends DocumentOptions {
  /** How many dials are active. */
  activeFaults: number
  /** Address of the mail server, on pages about mail. */
  smtpAddress?: string
}

/** Scripts by page; pages with only forms have none. */
const SCRIPTS = {
  inbox: 'inbox',
  phone: 'phone',
  desktop: 'pictures',
  faults: 'dials',
  whatsapp: 'dials',
  webhooks: 'webhooks',
  hubspot: 'webhooks',
  payments: 'payments',
  checkout: 'checkout',
  sso: undefined,
  ses: undefined,
  dns: undefined,
}

/** Each page's path is its name, except for the inbox. */
const PLACES: readonly (readonly [name: LayoutOptions['page'], label: string])[] = [
  ['inbox', 'Inbox'],
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['whatsapp', 'WhatsApp'],
  ['ses', 'SES'],
  ['dns', 'DNS'],
  ['webhooks', 'Webhooks'],
  ['payments', 'Payments'],
  ['hubspot', 'HubSpot'],
  ['faults', 'Faults'],
]

/** A complete page with the bar at its top. */
export function layout({ title, page, activeFaults, smtpAddress, body }: LayoutOptions): string {
  const bar = html`<header class="nav">
    <a class="brand" href="/" aria-label="Notifly sandbox">${BRAND_MARK}<span class="m-hide">Notifly</span></a>
    <span class="slash m-hide" aria-hidden="true">/</span>
    <span class="place">Sandbox</span>
    <nav class="nav-links" aria-label="Sandbox">
      ${PLACES.map(
        ([name, label]) =>
          html`<a href="/${name !== 'inbox' && name}" ${page === name && html`aria-current="page"`}
            >${label}${name === 'faults' && activeFaults > 0 && html`<span class="badge mellow">${activeFaults} on</span>`}</a
          >`,
      )}
    </nav>
    <div class="nav-end">
      <span class="pill num" data-zone hidden><span class="m-hide">Times in</span> <span data-zone-name></span></span>
      <span class="live" data-live hidden><span class="live-dot"></span><span data-live-text>Live</span></span>
      ${smtpAddress !== undefined && html`<span class="pill m-hide">SMTP <span class="mono">${smtpAddress}</span></span>`}
    </div>
  </header>`
  return htmlDocument({ title, page, body: html`${bar} ${body}` })
}

/** A page without the bar. */
export function htmlDocument({ title, page, body }: DocumentOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <link rel="preload" href="/assets/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/assets/tokens.css" />
        <link rel="stylesheet" href="/assets/base.css" />
        <link rel="stylesheet" href="/assets/parts.css" />
        <link rel="stylesheet" href="/assets/${page}.css" />
        <script type="module" src="/assets/times.js"></script>
        ${SCRIPTS[page] !== undefined && html`<script type="module" src="/assets/${SCRIPTS[page]}.js"></script>`}
      </head>
      <body class="${page}">
        ${body}
      </body>
    </html>`.markup
}
