/** The texts of the dashboard in its catalogues, so that a journey is written once for every language. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { SENTENCES } from '@notifly/contracts/sentences/catalogue'

type Values = Record<string, string | number>

/**
 * A text by `namespace:key`, with its values filled in. `count` selects the plural form, `shown` is the number as the page formats it.
 * Sentences of the server are `sentences:key`.
 */
export type Words = (key: string, values?: Values) => string

const CATALOGUES = fileURLToPath(new URL('../web/src/locales', import.meta.url))

const GAP = /\{\{(\w+)(, number)?\}\}/g

/** The texts of one language. */
export function wordsIn(locale: Locale): Words {
  const catalogues = new Map<string, unknown>()
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':')
    const catalogue = catalogues.get(namespace) ?? readCatalogue(locale, namespace)
    catalogues.set(namespace, catalogue)
    const plural = 'count' in values ? `_${new Intl.PluralRules(locale).select(Number(values.count))}` : ''
    const word = find(catalogue, path + plural) ?? find(catalogue, path)
    if (word === undefined) throw new Error(`${locale} has no word ${key}`)
    return word.replace(GAP, (gap, name: string, isNumber?: string) => {
      return String(values[name === 'count' && isNumber ? 'shown' : name] ?? gap)
    })
  }
}

/** A pattern that matches a text with any values filled in. */
export function anyOf(word: string): RegExp {
  const parts = word.split(/\{\{\w+(?:, number)?\}\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^\\s*${parts.join('.+')}\\s*$`, 's')
}

/** The first parts of all keys: a text on the screen that begins with one, followed by a dot, is a key without a text. */
export function keyBeginnings(): Set<string> {
  const files = globSync('en/*.json', { cwd: CATALOGUES })
  const catalogues = files.map(file => JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8')) as object)
  const sentences = Object.keys(SENTENCES).map(key => key.split('.')[0] ?? '')
  return new Set([...catalogues.flatMap(catalogue => Object.keys(catalogue)), ...sentences])
}

function readCatalogue(locale: Locale, namespace: string): unknown {
  if (namespace === 'sentences') return readSentences(locale)
  return JSON.parse(readFileSync(join(CATALOGUES, locale, `${namespace}.json`), 'utf8'))
}

function readSentences(locale: Locale): unknown {
  if (locale === 'en') return SENTENCES
  const files = globSync(`${locale}/sentences/*.json`, { cwd: CATALOGUES })
  return Object.assign({}, ...files.map(file => JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8')) as object))
}

function find(catalogue: unknown, path: string): string | undefined {
  // Sentences have flat keys.
  const flat = (catalogue as Record<string, unknown>)[path]
  if (typeof flat === 'string') return flat
  let found: unknown = catalogue
  for (const step of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[step]
  return typeof found === 'string' ? found : undefined
}
