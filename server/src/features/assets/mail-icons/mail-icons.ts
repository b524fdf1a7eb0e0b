/** The icons of mails: files of ours, each read once. */
import { ICON_FILES } from '@notifly/contracts/templates/icon-files'
import { readFile } from 'node:fs/promises'

const FILES: ReadonlyMap<string, string> = new Map(
  Object.entries(ICON_FILES).map(([icon, hash]) => [`${icon}-${hash}.png`, `${icon}.png`] as const),
)

const read = new Map<string, Promise<Buffer>>()

/** Finds an icon by the end of its URL; undefined for an unknown one. */
export async function mailIconNamed(name: string): Promise<Buffer | undefined> {
  const file = FILES.get(name)
  if (file === undefined) return undefined
  const icon = read.get(file) ?? readFile(new URL(file, import.meta.url))
  read.set(file, icon)
  return icon
}
