/** The server's sentences as catalogues hold them, in English and in another language. */
import type { Locale } from '@notifly/contracts/accounts'

type Sentences = { [key: string]: string | Sentences }

/** Key and text. */
export type Sentence = [string, string]

const files = import.meta.glob<Sentences>('./*/server*.json', { import: 'default' })

/** All sentences of every feature; the keys of both lists are the same. */
export async function readSentences(locale: Locale): Promise<{ english: Sentence[]; translated: Sentence[] }> {
  const names = Object.keys(files).filter(path => path.startsWith('./en/'))
  const pairs = await Promise.all(
    names.map(async path => [await files[path]?.(), await files[path.replace('./en/', `./${locale}/`)]?.()] as const),
  )
  // Features give their sentences the same keys.
  return {
    english: pairs.flatMap(([english], feature) => flatten(english ?? {}, `${feature}.`)),
    translated: pairs.flatMap(([, translated], feature) => flatten(translated ?? {}, `${feature}.`)),
  }
}

function flatten(sentences: Sentences, prefix = ''): Sentence[] {
  return Object.entries(sentences).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] satisfies Sentence] : flatten(value, `${prefix}${key}.`),
  )
}
