/** Checks the operator's content folder at the start, so that the operator learns of a mistake before a reader does. */
import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { asError } from '../../lib/as-error.ts'
import type { Log } from '../../lib/log.ts'
import { StartError } from '../../lib/start-error.ts'
import { isPageName, LIST, TEXT_MAX_BYTES } from './library.ts'
import { CHANGELOG } from './pages.ts'
import { renderText, TextError } from './render.ts'

const FILES_MAX = 1000

/** Throws StartError with every problem. Warns of pages that are the operator's own in some languages and ours in others. */
export async function checkContentFolder(folder: string | null, log: Log): Promise<void> {
  if (folder === null) return
  const all = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`NOTIFLY_CONTENT_DIR: ${folder} cannot be read: ${asError(error).message}`)
  })
  const files = all.filter(file => file.endsWith('.md')).map(file => file.split(sep).join('/'))
  if (files.length > FILES_MAX) throw new StartError(`NOTIFLY_CONTENT_DIR: ${folder} has more than ${FILES_MAX} texts`)
  const problems = await Promise.all(files.map(file => problemOf(folder, file)))
  const told = problems.flatMap((problem, index) => (problem === undefined ? [] : [`  - ${files[index]} ${problem}`]))
  if (told.length > 0) {
    throw new StartError(`These files of ${folder} need attention:\n${told.join('\n')}\nSee docs/content.md.`)
  }
  for (const [name, locales] of Map.groupBy(files, file => file.slice(file.indexOf('/') + 1))) {
    const missing = LOCALES.filter(locale => !locales.includes(`${locale}/${name}`))
    if (missing.length > 0) {
      log.warn(
        { page: name, missing },
        'a page of the content folder lacks languages, whose readers get the text that comes with Notifly, or English',
      )
    }
  }
}

async function problemOf(folder: string, file: string): Promise<string | undefined> {
  if (!isPlace(file)) return `is no page: pages are ${PLACES}`
  const path = join(folder, file)
  try {
    if ((await stat(path)).size > TEXT_MAX_BYTES) return `has more than ${TEXT_MAX_BYTES / 1024} KB`
    const { parts } = renderText(await readFile(path, 'utf8'), address => address)
    const undated = parts.find(({ day }) => day === undefined)
    if (!file.endsWith(`/${CHANGELOG}.md`) || undated === undefined) return undefined
    return `has a heading without a day: "${undated.heading}" should be "2026-11-28: ${undated.heading}"`
  } catch (error) {
    return error instanceof TextError ? error.message : `cannot be read: ${asError(error).message}`
  }
}

const PLACES = `about.md, ${CHANGELOG}.md and c/<name>.md in ${LOCALES.join(', ')}, names of small letters, digits and hyphens`

function isPlace(file: string): boolean {
  const [locale = '', first = '', page, ...more] = file.slice(0, -'.md'.length).split('/')
  if (!LOCALES.some(each => each === locale) || more.length > 0) return false
  return page === undefined
    ? ['about', CHANGELOG].includes(first)
    : first === 'c' && (isPageName(page) || page === LIST)
}
