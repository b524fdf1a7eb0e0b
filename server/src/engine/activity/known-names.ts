/**
 * Browsers, systems and devices that dashboards name. A user agent may call itself anything; names that are not listed count as `other`, so
 * that strangers cannot fill the table.
 */
import { OTHER } from './mailboxes.ts'

const KNOWN = {
  browser: [
    ...[
      'Chrome',
      'Safari',
      'Firefox',
      'Microsoft Edge',
      'Samsung Internet for Android',
      'Opera',
      'Chromium',
      'Android Browser',
    ],
    ...['UC Browser', 'Brave', 'Vivaldi', 'Yandex Browser', 'DuckDuckGo', 'Internet Explorer'],
    ...['Gmail', 'Yahoo Mail', 'Outlook', 'Apple Mail', 'Thunderbird'],
  ],
  system: ['Android', 'iOS', 'iPadOS', 'macOS', 'Windows', 'Linux', 'Chrome OS', 'HarmonyOS', 'KAIOS'],
  device: ['desktop', 'mobile', 'tablet', 'tv'],
} as const

export type ReaderPart = keyof typeof KNOWN
export const READER_PARTS = Object.keys(KNOWN) as ReaderPart[]

/** All names that a part may have. */
export const namesOf = (part: ReaderPart): readonly string[] => [...KNOWN[part], OTHER]

/** SQL expression for the listed name of an event's detail. `part` and `name` are columns. */
export const knownName = (part: string, name: string): string =>
  `case ${READER_PARTS.map(each => `when ${part} = '${each}' and ${name} in (${KNOWN[each].map(known => `'${known}'`).join(', ')}) then ${name}`).join(' ')}
    else '${OTHER}' end`
