// The catalogue of what the server says: each key once, and each of them said somewhere.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('no catalogue has a key twice: of two only the last one is read', async () => {
  const catalogues = await sourcesOf('web/src/locales/**/*.json')
  const doubled = catalogues.flatMap(({ path, source }) => doubledKeys(source).map(key => `${path}: ${key}`))
  const keys = (await sourcesOf(ENGLISH)).flatMap(({ source }) => keysOf(source))
  expect(doubled).toEqual([])
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('every sentence is said somewhere', async () => {
  const sources = await sourcesOf('{contracts,server,web}/src/**/*.{ts,tsx}')
  const keys = (await sourcesOf(ENGLISH)).flatMap(({ source }) => keysOf(source))
  expect(keys.length).toBeGreaterThan(700)
  const text = sources
    .filter(({ path, source }) => !path.startsWith('contracts/src/sentences/') || keysOf(source).length === 0)
    .map(({ source }) => source)
    .join('\n')
  // Keys that are put together from a name, such as `errors.${kind}`, and families that are taken whole.
  const families = [...text.matchAll(/[`']([\w.]+\.)\$\{|sentencesIn\('([\w.]+\.)'/g)].map(([, a, b]) => a ?? b ?? '')
  const unsaid = keys.filter(key => !text.includes(`'${key}'`) && !families.some(family => key.startsWith(family)))
  expect(unsaid).toEqual([])
})

const ENGLISH = 'contracts/src/sentences/*.ts'

/** Of a file of the English catalogue, where each key begins a line. */
function keysOf(source: string): string[] {
  return [...source.matchAll(/^ {2}'?([\w.-]+)'?:(?: '| "|$)/gm)].map(([, key = '']) => key)
}

async function sourcesOf(files: string): Promise<{ path: string; source: string }[]> {
  const paths = globSync(files, { cwd: ROOT }).filter(path => !/\.test\.tsx?$/.test(path))
  return Promise.all(
    paths.map(async path => ({ path, source: await readFile(new URL(path, `file://${ROOT}`), 'utf8') })),
  )
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
