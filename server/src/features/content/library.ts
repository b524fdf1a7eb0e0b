/** The content folders: ours and the operator's, whose files replace ours with the same name and language. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AddressOf, renderText, type Text } from './render.ts'

const OURS = fileURLToPath(new URL('../../../../content', import.meta.url))

/** Per file: about forty pages of a book. */
export const TEXT_MAX_BYTES = 256 * 1024
/** Pages below `c`, of all folders together. */
const LISTED_MAX = 100

/** The introduction of the list of pages below `c`; not a page itself. */
export const LIST = 'index'
const PAGE_NAME = /^[a-z0-9-]{1,60}$/

export interface FoundText extends Text {
  locale: Locale
  /** The file's own time. */
  changedAt: Date
}

export interface Library {
  /** The text in this language, else in English; undefined where there is neither. `name` is `about`, `changelogs` or below `c/`. */
  read(name: string, locale: Locale): Promise<FoundText | undefined>
  /** Names of the pages below `c`, in the order of the alphabet. */
  listed(locale: Locale): Promise<string[]>
}

/** Whether a name can be that of a page below `c`: it becomes part of a path. */
export function isPageName(name: string): boolean {
  return PAGE_NAME.test(name) && name !== LIST
}

interface Kept {
  stamp: string
  text: Text
}

/** Reads files on demand and caches them until they change. `addressOf` returns the target of links, by the reader's language. */
export function createLibrary(operatorsFolder: string | null, addressOf: (locale: Locale) => AddressOf): Library {
  const folders = operatorsFolder === null ? [OURS] : [operatorsFolder, OURS]
  const kept = new Map<string, Kept>()

  async function textOf(path: string, stamp: string, locale: Locale): Promise<Text> {
    const key = `${locale} ${path}`
    const known = kept.get(key)
    if (known?.stamp === stamp) return known.text
    const text = renderText(await readFile(path, 'utf8'), addressOf(locale))
    kept.set(key, { stamp, text })
    return text
  }

  return {
    async read(name, locale) {
      for (const { path, language } of placesOf(folders, name, locale)) {
        const file = await stat(path).catch(absent)
        if (file?.isFile() !== true) continue
        if (file.size > TEXT_MAX_BYTES) throw new Error(`${path} has more than ${TEXT_MAX_BYTES} bytes`)
        const text = await textOf(path, `${file.mtimeMs} ${file.size}`, locale)
        return { ...text, locale: language, changedAt: file.mtime }
      }
      return undefined
    },
    async listed(locale) {
      const places = placesOf(folders, 'c', locale).map(({ path }) => path.slice(0, -'.md'.length))
      const files = await Promise.all(places.map(path => readdir(path).catch(absent)))
      const names = files.flatMap(each => each ?? []).flatMap(file => /^(.+)\.md$/.exec(file)?.[1] ?? [])
      return [...new Set(names.filter(isPageName))].toSorted().slice(0, LISTED_MAX)
    },
  }
}

/** The places in which a text may be, best first. */
function placesOf(folders: readonly string[], name: string, locale: Locale) {
  const languages = [...new Set<Locale>([locale, 'en'])]
  return languages.flatMap(language =>
    folders.map(folder => ({ path: join(folder, language, `${name}.md`), language })),
  )
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
