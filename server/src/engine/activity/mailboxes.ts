/** The mailbox provider of an email domain, as dashboards show it: the large ones by name, all others together. */
const DOMAINS: Record<string, readonly string[]> = {
  Gmail: ['gmail.com', 'googlemail.com'],
  Outlook: [
    ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.es', 'hotmail.de'],
    ...['outlook.de', 'outlook.fr', 'outlook.es', 'live.co.uk', 'live.fr', 'live.nl'],
  ],
  Yahoo: [
    ...['yahoo.com', 'ymail.com', 'rocketmail.com', 'aol.com', 'yahoo.co.uk', 'yahoo.co.in', 'yahoo.in', 'yahoo.fr'],
    ...['yahoo.es', 'yahoo.de', 'yahoo.it', 'yahoo.ca', 'yahoo.com.br', 'yahoo.com.mx', 'yahoo.com.ar', 'yahoo.co.jp'],
  ],
  iCloud: ['icloud.com', 'me.com', 'mac.com'],
  GMX: ['gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch'],
  'WEB.DE': ['web.de'],
  Proton: ['proton.me', 'protonmail.com', 'pm.me'],
  Orange: ['orange.fr', 'wanadoo.fr'],
  Free: ['free.fr'],
  Rediff: ['rediffmail.com'],
  Zoho: ['zoho.com', 'zohomail.com', 'zohomail.in'],
  Comcast: ['comcast.net'],
  QQ: ['qq.com', 'foxmail.com'],
  NetEase: ['163.com', '126.com'],
  'Mail.ru': ['mail.ru', 'bk.ru', 'list.ru', 'inbox.ru'],
  Yandex: ['yandex.ru', 'yandex.com', 'ya.ru'],
}

/** For mailboxes, browsers, systems and devices that are not listed. */
export const OTHER = 'other'

export const MAILBOXES: readonly string[] = [...Object.keys(DOMAINS), OTHER]

/** Domains of a mailbox provider; none for `other`. */
export const domainsOf = (mailbox: string): readonly string[] => DOMAINS[mailbox] ?? []

/** One row per domain, for `mailbox(domain, name)`. */
export const MAILBOX_ROWS = Object.entries(DOMAINS)
  .flatMap(([name, domains]) => domains.map(domain => `('${domain}', '${name}')`))
  .join(', ')
