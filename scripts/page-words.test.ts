// A page whose words are not loaded with its code goes blank when they are first needed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../web/src', import.meta.url))
const ROUTES = ['route-layouts.tsx', 'routes.tsx', 'routes-application.tsx']
  .map(name => readFileSync(join(WEB, name), 'utf8'))
  .join('\n')
const NAMES = /'([\w-]+)'/g
const STATIC_IMPORT = /^(?:import|export)(?! type)[^']*? from '(\.[^']+)'/gm
const PAGE = /lazyPage\(\s*\(\) => import\('\.\/([^']+)'\),\s*'(\w+)'((?:,\s*(?:'[\w-]+'|\.\.\.REQUESTS))*),?\s*\)/g

const namesIn = (text: string): string[] => [...text.matchAll(NAMES)].map(([, name = '']) => name)
const requests = namesIn(/REQUESTS = \[(.*)\]/.exec(ROUTES)?.[1] ?? '')

/** The file and all that it imports, apart from what it loads later. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
    closure(join(dirname(file), path), seen)
  return seen
}

const pages = [...ROUTES.matchAll(PAGE)].map(([, file = '', name = '', words = '']) => ({
  file,
  name,
  loaded: new Set(['common', ...namesIn(words), ...(words.includes('...REQUESTS') ? requests : [])]),
}))

test('every page is read', () => {
  expect(pages.length).toBe(ROUTES.match(/lazyPage\(/g)?.length)
})

test.each(pages)('$name loads the words of everything in it', ({ file, loaded }) => {
  const missing = [...closure(join(WEB, file))].flatMap(each =>
    [...readFileSync(each, 'utf8').matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[\w-]+')/g)]
      .flatMap(([, used = '']) => namesIn(used))
      .filter(name => !loaded.has(name))
      .map(name => `${name} in ${relative(WEB, each)}`),
  )
  expect(missing).toEqual([])
})
