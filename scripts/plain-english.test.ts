// English texts in the words of the field; CONTRIBUTING.md has the glossary.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, faultsOfDocument, otherWordsOf } from './plain-english.ts'
import { textsInSource } from './texts-in-source.ts'

type Words = { [key: string]: string | Words }

const ROOT = join(import.meta.dirname, '..')
const PAGES = 'web/src/locales/en/*.json'
const SENTENCES = 'contracts/src/sentences/*.ts'
/** Decisions and the guides of those who write the code are not among them. */
const DOCUMENTS = ['README.md', 'client/README.md', 'docs/*.md', 'content/en/**/*.md']
const MAILS = [
  'server/src/features/accounts/mails/words-en.ts',
  'server/src/features/alerts/words/words-en.ts',
  'server/src/features/approvals/mails/words-en.ts',
  'server/src/features/billing/mails/words.ts',
  'server/src/features/dashboards/summaries/mails/words-en.ts',
  'server/src/features/members/mails/words.ts',
  'server/src/features/sign-up-forms/hosted/form-words.ts',
  'server/src/features/tracking/page-words.ts',
  'server/src/features/usage/mails/words.ts',
  'server/src/features/webhooks/mails/words.ts',
  'site-sdk/src/prompts/words.ts',
]

test('pages, answers and emails are in plain English, and hints are short', async () => {
  const pages = await readAll([PAGES], (source, path) => [...flatten(JSON.parse(source) as Words, `${path}: `)])
  const sentences = await readAll([SENTENCES], sentencesIn)
  const mails = await readAll(MAILS, (source, path) => textsInSource(source, 'en', path).map(text => [path, text]))
  expect([pages.length > 3000, sentences.length > 700, mails.length > 100]).toEqual([true, true, true])
  expect([...pages, ...sentences, ...mails].flatMap(([key, text]) => faultsOf(key, text))).toEqual([])
})

test('documents are in plain English', async () => {
  const documents = await readAll(DOCUMENTS, (source, path) => [[path, source]])
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.flatMap(([path, text]) => faultsOfDocument(path, text))).toEqual([])
})

test.each(['es', 'fr', 'hi'])('%s: each term has the word of the glossary, in mails too', async locale => {
  const texts = await readAll([`web/src/locales/${locale}/**/*.json`], (source, path) => [
    ...flatten(JSON.parse(source) as Words, `${path}: `),
  ])
  const mails = await readAll(
    MAILS.map(path => path.replace('-en.ts', `-${locale}.ts`)),
    (source, path) => textsInSource(source, locale, path).map(text => [path, text]),
  )
  expect([texts.length > 3700, mails.length > 100]).toEqual([true, true])
  expect([...texts, ...mails].flatMap(([key, text]) => otherWordsOf(locale, key, text))).toEqual([])
})

test.each([
  ['who.exclude', 'Whoever is in one of these gets nothing.', 'Whoever'],
  ['problems.none', 'Nothing to mend', 'mend'],
  ['edit.submit', 'Hand in for approval', 'Hand in'],
  ['noneText', 'What was approved stands here.', 'stands'],
  ['clock', 'Their time on their own clock', 'own clock'],
  ['list.lead', 'Mails to write once', 'Mails'],
  ['when.quietHelp', 'one two three four five six seven eight nine ten eleven twelve thirteen', '13 words'],
])('a planted fault is found: %s', (key, text, fault) => {
  expect(faultsOf(key, text)).toEqual([expect.stringContaining(fault)])
})

test('a planted fault is found in a document, and not in its code', () => {
  const document = 'Whoever has `whoever` may\n```\nwhoever\n```\nsend mail of its own.\n'
  expect(faultsOfDocument('docs/x.md', document)).toEqual(['docs/x.md: "Whoever" (say: anyone, contacts who)'])
})

test('another word for a term is found', () => {
  expect(otherWordsOf('fr', 'plan', 'Votre forfait')).toEqual(['plan: "forfait" (say: formule)'])
})

test('a mail server is called so, and a text that is no hint may be longer', () => {
  expect(
    faultsOf('provider.text', 'Use your own mail server, or Amazon SES, or any other provider that takes SMTP here.'),
  ).toEqual([])
})

type Text = [key: string, text: string]

async function readAll(files: string[], read: (source: string, path: string) => Text[]): Promise<Text[]> {
  const paths = globSync(files, { cwd: ROOT })
  return (await Promise.all(paths.map(async path => read(await readFile(join(ROOT, path), 'utf8'), path)))).flat()
}

/** The sentences of a catalogue: `'key': 'text'`, in either kind of quotes. */
function sentencesIn(source: string): Text[] {
  const pairs = source.matchAll(/'([\w.]+)':\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)
  return [...pairs].map(([, key = '', single, double]) => [key, single ?? double ?? ''])
}

function* flatten(words: Words, prefix = ''): Generator<Text> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') yield [prefix + key, value]
    else yield* flatten(value, `${prefix}${key}.`)
  }
}
