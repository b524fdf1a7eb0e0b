import { LOCALES } from '@notifly/contracts/accounts'
import { ERRORS } from '@notifly/contracts/errors'
import { MESSAGES, tooLong } from '@notifly/contracts/fields'
import { describe, expect, test } from 'vitest'
import { UNREACHABLE } from '../api/api-error.ts'
import { loadServerSentences, serverText } from './server-text.ts'

type Words = { [key: string]: string | Words }

const catalogues = import.meta.glob<Words>('./*/*.json', { import: 'default', eager: true })
const contracts = import.meta.glob<Record<string, unknown>>('../../../contracts/src/*.ts', { eager: true })
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const PLURAL = /_(zero|one|two|few|many|other)$/

function flatten(words: Words, prefix = ''): Map<string, string> {
  const entries = Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
  )
  return new Map(entries)
}

const wordsOf = (locale: string, namespace: string) => flatten(catalogues[`./${locale}/${namespace}.json`] ?? {})
const namespaces = Object.keys(catalogues)
  .filter(path => path.startsWith('./en/'))
  .map(path => path.slice('./en/'.length, -'.json'.length))

/** Keys without plural endings, and which of them are plurals. */
function shapeOf(words: Map<string, string>) {
  const keys = [...words.keys()]
  const plurals = new Set(keys.filter(key => PLURAL.test(key)).map(key => key.replace(PLURAL, '')))
  return { bases: [...new Set(keys.map(key => key.replace(PLURAL, '')))].sort(), plurals }
}

const placeholders = (text: string) =>
  [...new Set(text.match(/\{\{\w+/g) ?? [])].filter(each => each !== '{{count').sort()
const tags = (text: string) => (text.match(/<\/?\w+>/g) ?? []).sort()

describe.each(namespaces)('the namespace %s', namespace => {
  const english = wordsOf('en', namespace)
  const shape = shapeOf(english)

  test.each(LOCALES)('is complete in %s, with exactly the plural forms of the language', locale => {
    const words = wordsOf(locale, namespace)
    expect(shapeOf(words).bases).toEqual(shape.bases)
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
    for (const base of shape.plurals) {
      const present = [...words.keys()].filter(key => PLURAL.test(key) && key.replace(PLURAL, '') === base)
      expect(present.map(key => key.slice(base.length + 1)).sort(), `${locale} ${base}`).toEqual(categories)
    }
    for (const [key, text] of words) expect(text.trim(), `${locale} ${key}`).not.toBe('')
  })

  test.each(LOCALES)('keeps the values and tags of its sentences in %s', locale => {
    for (const [key, text] of wordsOf(locale, namespace)) {
      const model = english.get(key) ?? english.get(`${key.replace(PLURAL, '')}_other`) ?? ''
      expect(placeholders(text), `${locale} ${key}`).toEqual(placeholders(model))
      expect(tags(text), `${locale} ${key}`).toEqual(tags(model))
    }
  })
})

test('every word that a source file asks for by a whole key is in a catalogue', () => {
  const known = new Set<string>()
  for (const namespace of namespaces) {
    for (const base of shapeOf(wordsOf('en', namespace)).bases) known.add(base).add(`${namespace}:${base}`)
  }
  const missing = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/(?<![\w.])t\(\s*'([\w.:-]+)'/g)]
      .map(match => match[1] ?? '')
      .flatMap(key => (known.has(key) ? [] : [`${path}: ${key}`])),
  )
  expect(missing).toEqual([])
})

/** What endpoints say after success. */
function endpointMessages(): string[] {
  return Object.values(contracts)
    .flatMap(module => Object.values(module))
    .flatMap(each =>
      (each as { summary?: string; message?: string } | null)?.summary ? [each as { message?: string }] : [],
    )
    .flatMap(({ message }) => (message === undefined ? [] : [message]))
}

describe('sentences of the server', () => {
  const english = new Set(
    namespaces.filter(name => name.startsWith('server')).flatMap(name => [...wordsOf('en', name).values()]),
  )

  test('the catalogue holds every failure and every field rule of the contracts', () => {
    const sentences = [
      ...Object.values(ERRORS).map(error => error.message),
      ...Object.values(MESSAGES).filter(message => typeof message === 'string'),
      ...endpointMessages(),
      UNREACHABLE,
    ]
    expect(sentences.filter(sentence => !english.has(sentence))).toEqual([])
  })

  test('are said in the language of the page, with their values, and as they came when unknown', async () => {
    await loadServerSentences('fr')
    expect(serverText(ERRORS.notFound.message)).toBe(wordsOf('fr', 'server').get('errors.notFound'))
    // The field's name is a word of its own.
    expect(serverText(tooLong('segment_name', 50))).toBe('Le champ nom du segment admet au plus 50 caractères')
    expect(serverText(tooLong('meta.unheard_of', 50))).toBe('Le champ unheard of admet au plus 50 caractères')
    expect(serverText('Karix answers 401')).toBe('Karix answers 401')
    // A sentence inside of another one, such as why an approved request could not be applied.
    expect(serverText('This cannot be applied any more: Another template has this name.')).toBe(
      wordsOf('fr', 'server-approvals')
        .get('cannotApply.other')
        ?.replace('{{reason}}', wordsOf('fr', 'server-templates').get('nameTaken') ?? ''),
    )
    // A channel has a name in each language.
    expect(serverText('Web push is not set up: this waits until it is.')).toBe(
      'Le canal Push web n’est pas configuré : ceci attend qu’il le soit.',
    )
    await loadServerSentences('en')
    expect(serverText(ERRORS.notFound.message)).toBe(ERRORS.notFound.message)
  })
})
