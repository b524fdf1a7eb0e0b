// Folders with so many files that a reader sees no story in them: they are told in sub-folders (decision 76).
import { posix } from 'node:path'
import { placeOf } from './place.ts'

/** Files of code of one folder, without tests and without its sub-folders. */
export const FILES_MAX = 25

/** A catalogue, a file for each noun. */
const FLAT = new Set(['contracts/src/sentences'])

/** Folders with too many files, each with their number. `paths`: from the checkout's root, with forward slashes. */
export function oversizedFolders(paths: readonly string[]): string[] {
  const code = paths.filter(path => !placeOf(path).isTest)
  return [...Map.groupBy(code, posix.dirname)]
    .filter(([folder, files]) => files.length > FILES_MAX && !FLAT.has(folder))
    .map(([folder, files]) => `${folder}: ${files.length} files`)
}
