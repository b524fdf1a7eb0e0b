// What the server says to people stands in the dashboard's catalogues, so that it is said in their language: a sentence that was
// written or changed without its entry is shown in English.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Whose sentences the dashboard does not show. */
const ELSEWHERE = [
  // Names of places, as Amazon writes them.
  'contracts/src/channel-settings/aws-regions.ts',
  // Read by programs: sites, servers of apps, providers.
  'contracts/src/mobile-devices.ts',
  'server/src/features/sdk/',
  'server/src/features/devices/routes.ts',
  'server/src/features/hooks/',
  'server/src/http/caller.ts',
  // The dashboard has words of its own for each code.
  'server/src/features/sites/installation.ts',
  'server/src/lib/email-html/inspect.ts',
]

test('every sentence by which a call is refused is in the catalogues', async () => {
  const catalogue = (await textsOf('web/src/locales/en/server*.json', textsInCatalogue)).map(({ text }) => text)
  const said = [
    ...(await textsOf('contracts/src/**/*.ts', sentencesOfContracts)),
    ...(await textsOf('server/src/**/*.ts', refusals)),
  ].filter(({ path }) => !ELSEWHERE.some(each => path.startsWith(each)))
  expect(said.length).toBeGreaterThan(300)
  const known = new Set(catalogue)
  const patterns = catalogue.map(text => patternOf(text, /\{\{\w+\}\}/))
  const isKnown = (text: string) =>
    known.has(text) ||
    patterns.some(pattern => pattern.test(text)) ||
    // Some of its values are part of the catalogue's sentences.
    catalogue.some(sentence => patternOf(text, VALUE).test(sentence))
  // What another server said stands in brackets behind a sentence, and stays as it is.
  const isMissing = (text: string) => !isKnown(text) && !isKnown(text.replace(`. (${VALUE})`, '.'))
  expect(said.filter(({ text }) => isMissing(text)).map(({ path, text }) => `${path}: ${text}`)).toEqual([])
})

test('no catalogue has a key twice: of two only the last one is read', async () => {
  expect((await textsOf('web/src/locales/*/*.json', doubledKeys)).map(({ path, text }) => `${path}: ${text}`)).toEqual(
    [],
  )
})

/** Stands where a sentence has a value. */
const VALUE = '…value…'

function patternOf(sentence: string, value: RegExp | string): RegExp {
  const parts = sentence.split(value).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+?')}$`)
}

async function textsOf(
  files: string,
  read: (source: string, path: string) => string[],
): Promise<{ path: string; text: string }[]> {
  const paths = globSync(files, { cwd: ROOT }).filter(path => !/\.test\.ts$|\/testing\//.test(path))
  const texts = paths.map(async path => {
    const source = await readFile(new URL(path, `file://${ROOT}`), 'utf8')
    return read(source, path).map(text => ({ path, text }))
  })
  return (await Promise.all(texts)).flat()
}

function textsInCatalogue(source: string): string[] {
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn)
  return textsIn(JSON.parse(source))
}

function doubledKeys(source: string): string[] {
  const found: string[] = []
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const keys = properties.flatMap(each =>
        each.type === 'Property' && each.key.type === 'Literal' ? [String(each.key.value)] : [],
      )
      found.push(...keys.filter((key, at) => keys.indexOf(key) !== at))
    },
  }).visit(parseSync('catalogue.js', `export default ${source}`).program)
  return found
}

/** All but what the OpenAPI document says of calls. */
function sentencesOfContracts(source: string, path: string): string[] {
  const found = new Map<number, string>()
  const note = (node: Expression): void => {
    for (const text of textsIn(node)) if (isSentence(text)) found.set(node.start, text)
  }
  const summaries: number[] = []
  new Visitor({
    Literal: note,
    TemplateLiteral: note,
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'summary') summaries.push(value.start)
    },
  }).visit(parseSync(path, source).program)
  for (const start of summaries) found.delete(start)
  return [...found.values()]
}

/** What stands as a `message`, or as what is wrong with a field. */
function refusals(source: string, path: string): string[] {
  const found: string[] = []
  const note = (node: Expression): void => void found.push(...textsIn(node).filter(isSentence))
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'message') note(value as Expression)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && id.name === 'message' && init !== null) note(init)
    },
    CallExpression: ({ callee, arguments: [, message] }) => {
      if (callee.type === 'Identifier' && callee.name === 'invalidField' && message !== undefined) {
        note(message as Expression)
      }
    },
  }).visit(parseSync(path, source).program)
  return found
}

/** The texts that an expression may be, with a sign for each value. */
function textsIn(node: Expression): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join(VALUE)]
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)]
    case 'LogicalExpression':
      return [...textsIn(node.left), ...textsIn(node.right)]
    default:
      return []
  }
}

function isSentence(text: string): boolean {
  return /^\p{Lu}[^ ]* .*[.!?)]$/su.test(text) && !text.startsWith(VALUE)
}
