/** All texts of one language that people read: of the dashboard, of mails and public pages, and of the pages in `content`. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { textsInSource } from '../texts-in-source.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Words of mails, of public pages and of the prompts on customers' sites. Those of schedules and amounts are English only. */
const SOURCES = ['server/src/features/**/*words*.ts', 'site-sdk/src/prompts/words.ts']

/** The texts of the language, each with its file. */
export function textsOf(locale: string): { path: string; text: string }[] {
  const inCatalogues = read(`web/src/locales/${locale}/**/*.json`, source =>
    [...source.matchAll(/": "(.*)"/g)].map(([, text = '']) => text),
  )
  const inSources = SOURCES.flatMap(files => read(files, (source, path) => textsInSource(source, locale, path)))
  const inPages = read(`content/${locale}/**/*.md`, source => source.split('\n\n'))
  return [...inCatalogues, ...inSources, ...inPages]
}

function read(files: string, textsIn: (source: string, path: string) => string[]) {
  return globSync(files, { cwd: ROOT }).flatMap(path =>
    textsIn(readFileSync(`${ROOT}/${path}`, 'utf8'), path).map(text => ({ path, text })),
  )
}
