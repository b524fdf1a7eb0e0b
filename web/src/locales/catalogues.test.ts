import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { tooLong } from '@notifly/contracts/sentences/of-issue'
import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence, type SentenceKey } from '@notifly/contracts/sentences/sentence'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changeLanguage, currentLocale, i18n, loadWords, startI18n } from './i18n.ts'
import { translateSentence } from './translate-sentence.ts'
import { readSentences } from './sentences.ts'

type Words = { [key: string]: string | Words }

const catalogues = import.meta.glob<Words>('./*/*.json', { import: 'default', eager: true })
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
  const known = new Set(Object.keys(SENTENCES).map(key => `sentences:${key}`))
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

describe('sentences of the server', () => {
  test.each(['es', 'fr', 'hi'] as const)('each have a translation in %s with the same values', async locale => {
    const translated = await readSentences(locale)
    expect(Object.keys(translated).sort()).toEqual(Object.keys(SENTENCES).sort())
    for (const [key, text] of Object.entries(translated)) {
      expect(text.trim(), `${locale} ${key}`).not.toBe('')
      expect(placeholders(text), `${locale} ${key}`).toEqual(placeholders(SENTENCES[key as SentenceKey]))
    }
  })

  test('are said in the language of the page, with their values, and as they came when the words are of others', async () => {
    await startI18n('en')
    await changeLanguage('fr')
    const { sentences } = await import('./fr/sentences.ts')
    const french = Object.assign({}, ...Object.values(sentences)) as Record<SentenceKey, string>
    expect(translateSentence(inWords({ key: 'errors.notFound' }))).toBe(french['errors.notFound'])
    // The field's name is a sentence of its own.
    expect(translateSentence(tooLong('segment_name', 50))).toBe('Le champ nom du segment admet au plus 50 caractères')
    expect(translateSentence(tooLong('meta.unheard_of', 50))).toBe('Le champ unheard of admet au plus 50 caractères')
    expect(translateSentence(inWords('Karix answers 401'))).toBe('Karix answers 401')
    const inside = sentence('templates.nameTaken')
    expect(translateSentence(sentence('approvals.cannotApply.other', { reason: inside }))).toBe(
      french['approvals.cannotApply.other'].replace('{{reason}}', french['templates.nameTaken']),
    )
    await changeLanguage('en')
    expect(translateSentence(inWords({ key: 'errors.notFound' }))).toBe('Not found.')
  })
})

test('words that cannot be loaded are refused, and the language stays', async () => {
  expect(await startI18n('en')).toBe('en')
  // Other files share the page: they load every namespace that was ever asked for.
  const before = [...(i18n.options.ns || [])]
  onTestFinished(() => {
    i18n.options.ns = before
    i18n.removeResourceBundle('en', 'nowhere')
  })
  await expect(loadWords(['common', 'nowhere'])).rejects.toThrow('no catalogue en/nowhere')
  // As offline, where the words of a page were kept in one language alone.
  i18n.addResourceBundle('en', 'nowhere', { here: 'Here' })
  await loadWords(['nowhere'])
  await expect(changeLanguage('fr')).rejects.toThrow('no catalogue fr/nowhere')
  expect([currentLocale(), document.documentElement.lang, i18n.t('nowhere:here')]).toEqual(['en', 'en', 'Here'])
})
