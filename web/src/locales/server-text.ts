/**
 * The server speaks English. Its sentences are catalogue entries like all others: English ones are recognised and said
 * in the page's language. Namespaces called `server` or `server-<feature>` hold them; what stands in none is shown as
 * it came.
 */
import type { Locale } from '@notifly/contracts/accounts'
import type { Sentence } from './server-sentences.ts'

interface Pattern {
  regex: RegExp
  names: string[]
  translation: string
}

let exact = new Map<string, string>()
let patterns: Pattern[] = []

/** Makes one language's sentences the current ones. English needs none, nor the code that finds them. */
export async function loadServerSentences(locale: Locale): Promise<void> {
  if (locale === 'en') return takeSentences([], [])
  const { readSentences } = await import('./server-sentences.ts')
  const { english, translated } = await readSentences(locale)
  takeSentences(english, translated)
}

/** A sentence of the server in the page's language. */
export function serverText(sentence: string): string {
  const found = exact.get(sentence)
  if (found !== undefined) return found
  for (const { regex, names, translation } of patterns) {
    const values = sentence.match(regex)
    if (values === null) continue
    return names.reduce(
      (text, name, at) => text.replace(`{{${name}}}`, () => valueText(name, values[at + 1] ?? '')),
      translation,
    )
  }
  return sentence
}

/** Values are as they came, but for a reason, which is a sentence of its own, and for the names of channels and fields. */
function valueText(name: string, value: string): string {
  return SAID_TOO.includes(name) ? serverText(value) : value
}

const SAID_TOO: readonly string[] = ['reason', 'channel', 'field']

function takeSentences(english: Sentence[], translated: Sentence[]): void {
  const byKey = new Map(translated)
  exact = new Map()
  patterns = []
  for (const [key, sentence] of english) {
    const translation = byKey.get(key)
    if (translation === undefined) continue
    if (sentence.includes('{{')) patterns.push({ ...toRegex(sentence), translation })
    else exact.set(sentence, translation)
  }
}

function toRegex(sentence: string): Pick<Pattern, 'regex' | 'names'> {
  const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '')
  const parts = sentence.split(/\{\{\w+\}\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { names, regex: new RegExp(`^${parts.join('(.+?)')}$`) }
}
