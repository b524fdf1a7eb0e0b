/**
 * Loads catalogues together with the code that uses them. For every `import('./Page.tsx')` in the source of the dashboard, the plugin finds
 * the namespaces that the file and its static imports use in `useTranslation`, and starts loading their catalogues at the same moment. So
 * no list of namespaces has to be maintained, and no page waits for them in a second step. A file behind another `import()` loads its own.
 * The development server reads the source only when it starts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const STATIC_IMPORT = /^(?:import|export)(?! type)[^']*? from '(\.[^']+\.tsx?)'/gm
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+\.tsx?)'\)/g
const WORDS_USED = /\buseTranslation\(\s*(\[[^\]]*\]|'[\w-]+')/g

/** The catalogue of this namespace is that of the contracts for English, and a folder for each other language. */
const SENTENCES = 'sentences'

/** The plugin of Vite for the sources of the dashboard in one directory, whose catalogues are in its `locales`. */
export function wordsWithCode(sources: string) {
  return {
    name: 'words-with-code',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      // An id with a query, as `?raw`, is of something else than code.
      return id.startsWith(`${sources}/`) && /\.tsx?$/.test(id) ? withWords(code, id, sources) : undefined
    },
  }
}

/** The code with each import joined by its catalogues; undefined if none of them has any. */
export function withWords(code: string, file: string, sources: string): string | undefined {
  const joined = code.replaceAll(DYNAMIC_IMPORT, (imported: string, path: string) => {
    const namespaces = namespacesOf(join(dirname(file), path), sources)
    if (namespaces.length === 0) return imported
    const words = `loadWords(${JSON.stringify(namespaces)})`
    return `Promise.all([${imported}, ${words}]).then(([part]) => part)`
  })
  if (joined === code) return undefined
  // At the end, so that the lines keep their numbers.
  return `${joined}\nimport { loadWords } from ${JSON.stringify(join(sources, 'locales/i18n.ts'))}\n`
}

function namespacesOf(entry: string, sources: string): string[] {
  const found = new Set([...filesOf(entry)].flatMap(file => namesIn(file).map(name => known(name, file, sources))))
  return [...found].sort()
}

function namesIn(file: string): string[] {
  const uses = readFileSync(file, 'utf8').matchAll(WORDS_USED)
  return [...uses].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? [])
}

/** The namespace, if it is one. */
function known(name: string, file: string, sources: string): string {
  if (name === SENTENCES || existsSync(join(sources, 'locales/en', `${name}.json`))) return name
  throw new Error(`${relative(sources, file)} asks for the words of '${name}', which no catalogue has`)
}

/** The file and all files that load with it. Iterating over a set includes elements that are added meanwhile. */
function filesOf(entry: string): Set<string> {
  const files = new Set([entry])
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) files.add(join(dirname(file), path))
  }
  return files
}
