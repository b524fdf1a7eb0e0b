import type { SentenceValue } from '@notifly/contracts/sentences/sentence'
import { i18n } from './i18n.ts'

export interface SentenceLike {
  /** English, or the words of others. */
  message?: string | undefined
  key?: string | undefined
  values?: Readonly<Record<string, SentenceValue>> | undefined
}

/**
 * What the server said, in the page's language. Words of others, and a sentence whose translation is not loaded, are said as they
 * came: answers bring their English, so that English pages need no catalogue for them.
 */
export function translateSentence({ message, key, values = {} }: SentenceLike): string {
  if (key === undefined || !i18n.exists(key, { ns: 'sentences' })) return message ?? key ?? ''
  const said = Object.entries(values).map(([name, value]) => [name, translateValue(value)])
  return i18n.t(key, { ns: 'sentences', ...(Object.fromEntries(said) as Record<string, string>) })
}

function translateValue(value: SentenceValue): string {
  if (typeof value === 'number') return new Intl.NumberFormat(i18n.language).format(value)
  return typeof value === 'string' ? value : translateSentence(value)
}
