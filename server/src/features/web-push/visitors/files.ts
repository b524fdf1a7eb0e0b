/** The files that sites load, as they were built (scripts/site-sdk.ts). */
import { readFile } from 'node:fs/promises'
import { AppError } from '../../../lib/app-error.ts'

const DIRECTORY = new URL('../../../../../site-sdk/dist/', import.meta.url)

const read = new Map<string, Promise<string>>()

/** Throws unavailable while nothing is built; `npm start` builds it. */
export async function sdkFile(name: 'notifly.js' | 'worker.js'): Promise<string> {
  const known = read.get(name)
  if (known !== undefined) return known
  const file = readFile(new URL(name, DIRECTORY), 'utf8')
  read.set(name, file)
  file.catch(() => read.delete(name))
  try {
    return await file
  } catch (error) {
    throw new AppError('unavailable', { cause: error })
  }
}
