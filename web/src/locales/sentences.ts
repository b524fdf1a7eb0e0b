/** The server's sentences by key, in one language: English from the contracts, the others from a folder of catalogues each. */
import type { Locale } from '@notifly/contracts/accounts/accounts'

const LOADERS: Record<Locale, () => Promise<Readonly<Record<string, string>>>> = {
  en: async () => (await import('@notifly/contracts/sentences/catalogue')).SENTENCES,
  es: async () => joined((await import('./es/sentences.ts')).sentences),
  fr: async () => joined((await import('./fr/sentences.ts')).sentences),
  hi: async () => joined((await import('./hi/sentences.ts')).sentences),
}

export function readSentences(locale: Locale): Promise<Readonly<Record<string, string>>> {
  return LOADERS[locale]()
}

function joined(files: Record<string, Record<string, string>>): Record<string, string> {
  return Object.assign({}, ...Object.values(files)) as Record<string, string>
}
