import { SENTENCES } from './catalogue.ts'
import type { TranslatableText, Sentence, SentenceValue, Words } from './sentence.ts'

/** Returns a sentence in English, with its values filled in. */
export function english({ key, values = {} }: Sentence): string {
  return SENTENCES[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => wordsOf(values[name] ?? ''))
}

const NUMBERS = new Intl.NumberFormat('en')

function wordsOf(value: SentenceValue): string {
  if (typeof value === 'number') return NUMBERS.format(value)
  return typeof value === 'string' ? value : english(value)
}

/** Words as in an answer. Values without a place in the sentence are left out. */
export function inWords(words: Words): TranslatableText {
  if (typeof words === 'string') return { message: words }
  const { key, values = {} } = words
  const own = Object.entries(values).filter(([name]) => SENTENCES[key].includes(`{{${name}}}`))
  return { message: english(words), key, ...(own.length > 0 && { values: Object.fromEntries(own) }) }
}
