import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { StartError } from '../../lib/start-error.ts'
import { processMark } from './process-state.ts'

/**
 * Takes the lock file that says which process looks after this embedded database, and resolves to its release. A lock left
 * by a killed process is taken over; one of a living process is an error that names it.
 */
export async function takeStartLock(file: string, dataDir: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, mark: await processMark(process.pid) })
  const draft = `${file}.${process.pid}.${crypto.randomUUID()}`
  await writeFile(draft, own, { mode: 0o600 })
  try {
    // A link appears with its content at once and fails when the name is taken: half a lock is never read.
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await linked(draft, file)) return () => rm(file, { force: true })
      await removeStale(file, dataDir)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new StartError(`The lock ${file} keeps changing hands: several processes start on ${dataDir} at once.`)
}

/** Whether the lock file names a process that is still there. */
export async function lockHolder(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text === '' ? undefined : livingHolder(text)
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStale(file: string, dataDir: string): Promise<void> {
  const seen = await readFile(file, 'utf8').catch(() => undefined)
  if (seen === undefined) return
  const holder = await livingHolder(seen)
  if (holder !== undefined) {
    throw new StartError(
      `Notifly is already running on the data directory ${dataDir} (process ${holder}). ` +
        'Stop it first, or give this one another NOTIFLY_DATA_DIR. ' +
        'To run several processes on one database, point all of them at it with DATABASE_URL.',
    )
  }
  // Two starts may find the same stale lock: the one that moves a fresh lock away by mistake puts it back.
  const aside = `${file}.stale.${crypto.randomUUID()}`
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== seen) await linked(aside, file)
  await rm(aside, { force: true })
}

async function livingHolder(text: string): Promise<number | undefined> {
  let holder: { pid?: unknown; mark?: unknown }
  try {
    holder = JSON.parse(text) as typeof holder
  } catch {
    return undefined
  }
  const { pid, mark } = holder
  if (typeof pid !== 'number') return undefined
  const present = await processMark(pid)
  return present !== undefined && present === mark ? pid : undefined
}
