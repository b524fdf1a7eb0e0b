// Build and development server of the dashboard. The page is served under a strict content policy (script-src and
// style-src 'self'), so everything leaves the build as a file: no inline script, no inline style element.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { wordsWithCode } from '../scripts/words-with-code.ts'

/** Where the API answers while the dashboard itself is served by Vite. */
const apiOrigin = process.env.NOTIFLY_DEV_API ?? 'http://localhost:3000'

/**
 * Libraries that every page stands on. Packed together they are a tenth smaller than apart, and stay in the browser's
 * cache while our own code changes. What only some pages take from them is left out.
 */
const EVERYWHERE = {
  name: 'base',
  test: (id: string) =>
    /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|zod|use-sync-external-store|@tanstack\/[^/]+)\//.test(
      id,
    ) && !/\/(Trans|useBlocker|useQueries|queriesObserver|hydration)/.test(id),
}

/** Pages that may be the first to open: what both load is one file instead of dozens of a few hundred bytes. */
const SIGN_IN = ['main.tsx', 'features/accounts/SignInPage.tsx'].map(inSource)
const DASHBOARD = [
  'main.tsx',
  'app/layouts/MainLayout.tsx',
  'features/dashboards/application/ApplicationDashboardPage.tsx',
].map(inSource)
const FIRST = new Set([...SIGN_IN, ...DASHBOARD])

const SHARED = {
  debugName: 'shared',
  name: (id: string, graph: ModuleGraph) => {
    const isShared = partsOf(SIGN_IN, graph).has(id) && partsOf(DASHBOARD, graph).has(id)
    return isShared && !FIRST.has(id) ? 'shared' : null
  },
}

/** What the dashboard of an application needs besides, and some more pages do as well. */
const FRAME = {
  debugName: 'frame',
  name: (id: string, graph: ModuleGraph) => (partsOf(DASHBOARD, graph).has(id) && !FIRST.has(id) ? 'frame' : null),
  minShareCount: 6,
}

/** Of libraries, what many pages use: a few hundred bytes each. */
const ICONS = { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 6 }
const POPUPS = {
  name: 'popups',
  test: /\/node_modules\/(@base-ui|@floating-ui)\//,
  minShareCount: 6,
  includeDependenciesRecursively: false,
}

/** What many of the other pages have in common: without it they would load a hundred files each. */
const COMMON = {
  debugName: 'pages',
  name: (id: string, graph: ModuleGraph) => (commonParts(graph).has(id) ? 'pages' : null),
  // What the first pages need of it stays outside. That imports nothing of this file, so that neither waits for the other.
  includeDependenciesRecursively: false,
}
/** As many pages as make a part common. */
const MANY = 4
const PAGE = /\/src\/features\/[^?]*Page\.tsx$/

const WORKER = 'service-worker'

type ModuleGraph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

function inSource(path: string): string {
  return join(import.meta.dirname, 'src', path)
}

const knownParts = new WeakMap<string[], Set<string>>()

/** Everything that these files import at once, of our own and of the component library. */
function partsOf(entries: string[], graph: ModuleGraph): Set<string> {
  const known = knownParts.get(entries)
  if (known) return known
  for (const entry of entries)
    if (!graph.getModuleInfo(entry)) throw new Error(`vite.config.ts names ${entry}, which is no part of the dashboard`)
  const parts = reach(entries, id => graph.getModuleInfo(id)?.importedIds ?? [])
  knownParts.set(entries, parts)
  return parts
}

let knownCommon: Set<string> | undefined

/** The parts of many pages, without what the first pages load at once or later. */
function commonParts(graph: ModuleGraph): Set<string> {
  if (knownCommon) return knownCommon
  const importsOf = (id: string) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    return [...importedIds, ...dynamicallyImportedIds]
  }
  const pages = [...reach(SIGN_IN, importsOf)].filter(id => PAGE.test(id) && !FIRST.has(id))
  const ofFirst = reach([...FIRST], id => importsOf(id).filter(imported => !PAGE.test(imported)))
  const counts = new Map<string, number>()
  for (const part of pages.flatMap(page => [...partsOf([page], graph)])) counts.set(part, (counts.get(part) ?? 0) + 1)
  const isCommon = ([id, count]: [string, number]) => count >= MANY && !ofFirst.has(id) && !PAGE.test(id)
  knownCommon = new Set([...counts].filter(isCommon).map(([id]) => id))
  return knownCommon
}

/** What is come to from these modules, with themselves. */
function reach(from: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(from)
  // A set hands out what is added while it is gone through.
  for (const id of reached) for (const imported of importsOf(id)) if (!LIBRARY.test(imported)) reached.add(imported)
  return reached
}

/** Index files of libraries name far more than a page uses. */
const LIBRARY = /\/node_modules\/(?!@base-ui|@floating-ui)/

export default defineConfig({
  plugins: [wordsWithCode(join(import.meta.dirname, 'src')), react(), tailwindcss(), firstTheme(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The colour tokens are light-dark() pairs; older targets would have them rewritten into variables that ignore
    // a data-theme attribute.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // data: URLs are not fonts or images of 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The code editor, which comes when a template is opened, is larger than the builder likes.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: { main: join(import.meta.dirname, 'index.html'), [WORKER]: inSource('worker/service-worker.ts') },
      output: {
        // Its address is what browsers know it by; all other files are kept for a year under the hash in their names.
        entryFileNames: ({ name }) => (name === WORKER ? `${WORKER}.js` : 'assets/[name]-[hash].js'),
        // The first load names all other files, and what is random in a name cannot be packed: seven letters tell versions apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [EVERYWHERE, SHARED, FRAME, ICONS, POPUPS, COMMON] },
      },
    },
  },
  server: {
    port: 5173,
    // Written as patterns: a plain '/t' would also catch a page such as /templates.
    proxy: {
      '^/(api|authP|_content)/': { target: apiOrigin, changeOrigin: false },
      '^/(t|l|u|v|sdk|files)/': { target: apiOrigin, changeOrigin: false },
      '^/sandbox(/|$)': { target: apiOrigin, changeOrigin: false, ws: true },
    },
  },
})

const FIRST_THEME = 'src/app/first-theme.js'

/**
 * Puts the script that sets the theme before everything else in the page. It is no module, so that painting waits for it,
 * and has a hash in its name like all other scripts, so that it is kept.
 */
function firstTheme(): Plugin {
  let isBuild = false
  return {
    name: 'first-theme',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      const source = await readFile(join(import.meta.dirname, FIRST_THEME), 'utf8')
      this.emitFile({ type: 'asset', name: 'first-theme.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.values(bundle).find(file => /(^|\/)first-theme-[^/]*\.js$/.test(file.fileName))
        const src = `/${built?.fileName ?? FIRST_THEME}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Smaller files fit into the first packets either way. */
const COMPRESSED_FROM_BYTES = 1024

/** Lays every text file down in Brotli and gzip as well, at their best: the server sends those as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const texts = Object.values(bundle).filter(file => /\.(js|css|html|svg|json)$/.test(file.fileName))
      await Promise.all(
        texts.map(async file => {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < COMPRESSED_FROM_BYTES) return
          const path = join(dir, file.fileName)
          await Promise.all([
            writeFile(`${path}.br`, await asBrotli(source, BROTLI)),
            writeFile(`${path}.gz`, await asGzip(source, { level: constants.Z_BEST_COMPRESSION })),
          ])
        }),
      )
    },
  }
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
const BROTLI = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
