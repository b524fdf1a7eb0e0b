// A page whose words come after its code goes blank when they are first needed.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withWords } from './words-with-code.ts'

let sources = ''

const FILES = {
  'locales/en/orders.json': '{}',
  'locales/en/states.json': '{}',
  'locales/en/extras.json': '{}',
  'features/OrdersPage.tsx': `
    import { type Order, OrderTable } from './OrderTable.tsx'
    import type { Ghost } from './Ghost.tsx'
    const Extras = lazyPart(() => import('./Extras.tsx'), 'Extras')
    export function OrdersPage() { const { t } = useTranslation('orders') }`,
  'features/OrderTable.tsx': `
    import styles from './starter.html?raw'
    import { Button } from '@base-ui/react'
    export {
      StateBadge,
    } from '../components/StateBadge.tsx'`,
  'components/StateBadge.tsx': `
    import { useTranslateSentence } from '../locales/use-translate-sentence.ts'
    const { t } = useTranslation([
      'states',
      'orders',
    ])`,
  'locales/use-translate-sentence.ts': `useTranslation('sentences')`,
  'features/Ghost.tsx': `useTranslation('extras')`,
  'features/Extras.tsx': `useTranslation('extras')`,
  'features/Wordless.tsx': `export const Wordless = () => useTranslation()`,
  'features/Misspelt.tsx': `useTranslation('ordres')`,
}

beforeAll(async () => {
  sources = await mkdtemp(join(tmpdir(), 'notifly-words-'))
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(sources, file)), { recursive: true })
    await writeFile(join(sources, file), text.replaceAll(/^ {4}/gm, ''))
  }
})

afterAll(() => rm(sources, { recursive: true }))

const transformed = (code: string, file = 'routes.tsx') => withWords(code, join(sources, file), sources)

test('the import of a page asks for the words of all that loads with it, and of nothing that comes later', () => {
  const route = "page('orders', () => import('./features/OrdersPage.tsx'), 'OrdersPage')"
  const [line, ...rest] = transformed(route)?.split('\n') ?? []
  const words = 'loadWords(["orders","sentences","states"])'
  const both = `Promise.all([import('./features/OrdersPage.tsx'), ${words}]).then(([part]) => part)`
  expect(line).toBe(route.replace("import('./features/OrdersPage.tsx')", both))
  expect(rest.join('\n')).toContain(join(sources, 'locales/i18n.ts'))
})

test('a part that comes later brings its own words', () => {
  expect(transformed(FILES['features/OrdersPage.tsx'], 'features/OrdersPage.tsx')).toContain('["extras"]')
})

test('an import without words of its own stays as it is', () => {
  expect(transformed("lazy(() => import('./features/Wordless.tsx'))")).toBeUndefined()
  expect(transformed("await import('@notifly/contracts/roles/roles')")).toBeUndefined()
})

test('words that no catalogue has are refused, with the file that asks for them', () => {
  expect(() => transformed("import('./features/Misspelt.tsx')")).toThrow(
    "features/Misspelt.tsx asks for the words of 'ordres', which no catalogue has",
  )
})

test('every page of the dashboard comes with words', async () => {
  const file = join(import.meta.dirname, '../web/src/routes.tsx')
  const source = await readFile(file, 'utf8')
  const pages = source.match(/\bimport\('/g)?.length
  expect(pages).toBeGreaterThan(30)
  expect(withWords(source, file, dirname(file))?.match(/loadWords\(/g)?.length).toBe(pages)
})
