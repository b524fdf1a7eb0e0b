/** The product's fonts for recipients' pages: a system may have none for a language that the page speaks. */
import { readFile } from 'node:fs/promises'

const DIRECTORY = new URL('../../../../web/src/styles/fonts/', import.meta.url)
const FILES: Record<string, string> = { inter: 'inter-latin.woff2', devanagari: 'noto-devanagari.woff2' }

const read = new Map<string, Promise<Buffer | null>>()

/** A WOFF2 file, read once; null for a name that is none of ours. */
export async function fontNamed(name: string): Promise<Buffer | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (file === undefined) return null
  let font = read.get(name)
  font ??= readFile(new URL(file, DIRECTORY)).catch(() => null)
  read.set(name, font)
  return font
}
