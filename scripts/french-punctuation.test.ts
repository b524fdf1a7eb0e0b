// French separates ? ! ; : % and quotation marks from their words by a space at which no line breaks.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BREAKING = / [?!;:»%](?![\w/])|« /

test('no line of the French dashboard begins with punctuation', async () => {
  const paths = globSync('web/src/locales/fr/**/*.json', { cwd: ROOT })
  expect(paths.length).toBeGreaterThan(50)
  const texts = await Promise.all(paths.map(path => readFile(`${ROOT}/${path}`, 'utf8')))
  const values = texts.flatMap(text => [...text.matchAll(/": "(.*)"/g)].map(([, value = '']) => value))
  expect(values.filter(value => BREAKING.test(value))).toEqual([])
})
